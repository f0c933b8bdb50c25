package ops

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

type reversalsCommands struct {
	List reversalsList `cmd:"" help:"List what the bank took back of payments and was not the whole of them, the newest first."`
}

type reversalsList struct {
	Limit int `default:"50" help:"How many."`
}

// Run lists.
func (f reversalsList) Run(ctx context.Context, c *operator) error {
	found, err := repay.PartialReversals(ctx, c.Pool, pageSize(f.Limit))
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "reversal.list", "partial_reversal"); err != nil {
		return err
	}
	t := columns("reference", "serial", "amount", "of", "booked", "reportedAt", "reason")
	t.name = "reversals"
	for _, r := range found {
		p, err := repay.PaymentByID(r.PaymentID).Read(ctx, c.Pool)
		if err != nil {
			return err
		}
		t.add(r.Reference, p.Serial, money.Of(r.Amount, r.Currency), p.Money(), r.Booked, r.ReportedAt, r.Reason)
	}
	return c.print(t)
}
