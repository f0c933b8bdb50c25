package ops

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

type deletionsCommands struct {
	List deletionsList `cmd:"" help:"List the accounts that wait for their deletion, the next first."`
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
	t := columns("memberId", "phone", "requestedAt", "dueAt")
	for _, d := range open {
		t.add(d.MemberID, secret.MaskPhone(who[d.MemberID].Phone), d.RequestedAt, d.DueAt)
	}
	return c.printFirst(t, f.limit())
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
