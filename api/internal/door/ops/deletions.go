package ops

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

type deletionsCommands struct {
	List deletionsList `cmd:"" help:"List pending account deletions, the next due first, with the number of missing certificates that delay a due one."`
	Run  deletionsRun  `cmd:"" help:"Delete the accounts that are due. The API does this automatically every few seconds. No account is deleted before its due time."`
}

type deletionsList struct{ paged }

// Run lists the pending deletions.
func (f deletionsList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	open, err := member.OpenDeletions(page).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "account_deletion.list", "account_deletion"); err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(open.Rows))
	for i, d := range open.Rows {
		ids[i] = d.MemberID
	}
	who, err := member.ByIDs(ctx, c.Pool, ids...)
	if err != nil {
		return err
	}
	missing, err := c.missingCertificates(ctx, open.Rows)
	if err != nil {
		return err
	}
	t := columns("deletionId", "memberId", "phone", "requestedAt", "dueAt", "missingCertificates")
	t.name = "deletions"
	for _, d := range open.Rows {
		t.add(d.ID, d.MemberID, secret.MaskPhone(who[d.MemberID].Phone), d.RequestedAt, d.DueAt, missing[d.MemberID])
	}
	return c.printPage(t, open.Next)
}

// missingCertificates counts, per member, the certificates that delay a due deletion, because they must be made before
// the name is erased.
func (c *operator) missingCertificates(ctx context.Context, open []member.Deletion) (map[uuid.UUID]int, error) {
	b, settled := &pgx.Batch{}, map[uuid.UUID]*postgres.Answer[[]loan.SettledLoan]{}
	for _, d := range open {
		if !d.DueAt.After(c.Clock.Now()) {
			settled[d.MemberID] = loan.SettledOf(d.MemberID).Queue(b)
		}
	}
	if err := postgres.Send(ctx, c.Pool, b); err != nil {
		return nil, err
	}
	missing := map[uuid.UUID]int{}
	for id, of := range settled {
		missing[id] = len(loan.Uncertified(of.Get()))
	}
	return missing, nil
}

type deletionsRun struct{}

// Run carries out due deletions now.
func (deletionsRun) Run(ctx context.Context, c *operator) error {
	if err := c.Back.Note(ctx, c.actor, "account_deletion.run", "account_deletion"); err != nil {
		return err
	}
	erased, err := c.Account.EraseNow(ctx)
	if err != nil {
		return err
	}
	return c.done(map[string]any{"erased": erased}, "%d accounts were deleted", erased)
}
