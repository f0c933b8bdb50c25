package ops

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

type decideCommand struct {
	OrderNo decideOrder `arg:""`
}

type decideOrder struct {
	OrderNo  string         `arg:"" help:"Number of the order."`
	Approve  decideApprove  `cmd:"" help:"Offer the loan."`
	Reject   decideReject   `cmd:"" help:"Refuse it; the product closes for the borrower for some days."`
	Withdraw decideWithdraw `cmd:"" help:"Take the order or its offer back; the borrower may apply again at once."`
}

type decideApprove struct {
	Amount int64 `help:"Amount in minor units (dong, satang); what was applied for by default. It may be less, never more."`
}

type decideReject struct {
	Reason string `required:"" help:"Why: income_too_low, age_outside, overdue_elsewhere, contacts_missing, score_too_low, paid_late_often, or the lender's own code."`
	Freeze *int   `placeholder:"DAYS" help:"How long the product stays closed, 0 to 365; as the product says by default. credit end-freeze opens it earlier."`
}

type decideWithdraw struct {
	Reason string `default:"lender_withdrew" help:"Why, for the timeline."`
}

// Run approves an order.
func (f decideApprove) Run(ctx context.Context, o *decideOrder, c *operator) error {
	return c.decide(ctx, o.OrderNo, lender.Decision{Outcome: lender.Approved, Amount: f.Amount})
}

// Run rejects an order.
func (f decideReject) Run(ctx context.Context, o *decideOrder, c *operator) error {
	return c.decide(ctx, o.OrderNo, lender.Decision{Outcome: lender.Rejected, Reason: f.Reason, FreezeDays: f.Freeze})
}

// Run withdraws an order or its offer.
func (f decideWithdraw) Run(ctx context.Context, o *decideOrder, c *operator) error {
	return c.decide(ctx, o.OrderNo, lender.Decision{Outcome: lender.Withdrawn, Reason: f.Reason})
}

func (c *operator) decide(ctx context.Context, number string, d lender.Decision) error {
	order, err := c.byNumber(ctx, number)
	if err != nil {
		return err
	}
	if err := c.Review.DecideByHand(ctx, order, d, c.actor); err != nil {
		return err
	}
	if order, err = c.byNumber(ctx, number); err != nil {
		return err
	}
	facts := map[string]any{"orderNo": number, "status": statuses[order.Status], "principal": money.Of(order.Principal, order.Currency)}
	return c.done(facts, "%s is %s now, principal %s", number, statuses[order.Status], c.show(money.Of(order.Principal, order.Currency)))
}
