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
	List deletionsList `cmd:"" help:"List the accounts that wait for their deletion, the next first, and how many certificates keep one that is due."`
	Run  deletionsRun  `cmd:"" help:"Do now what is due. The API does so by itself every few seconds; nothing is done before its time."`
}

type deletionsList struct{ firstLines }

// Run lists.
func (f deletionsList) Run(ctx context.Context, c *operator) error {
	open, err := member.OpenDeletions(ctx, c.Pool, f.limit())
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "account_deletion.list", "account_deletion"); err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(open))
	for i, d := range open {
		ids[i] = d.MemberID
	}
	who, err := member.ByIDs(ctx, c.Pool, ids...)
	if err != nil {
		return err
	}
	missing, err := c.missingCertificates(ctx, open)
	if err != nil {
		return err
	}
	t := columns("deletionId", "memberId", "phone", "requestedAt", "dueAt", "missingCertificates")
	for _, d := range open {
		t.add(d.ID, d.MemberID, secret.MaskPhone(who[d.MemberID].Phone), d.RequestedAt, d.DueAt, missing[d.MemberID])
	}
	return c.printFirst(t, f.limit())
}

// missingCertificates counts, by member, the certificates that keep a deletion that is due: they are made while the name is still there.
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

// Run does what is due.
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
