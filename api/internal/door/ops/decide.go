package ops

import (
	"context"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

type decideCommand struct {
	OrderNo decideOrder `arg:""`
}

type decideOrder struct {
	OrderNo  string         `arg:"" help:"Order number or ID."`
	Approve  decideApprove  `cmd:"" help:"Approve the order and offer the loan."`
	Reject   decideReject   `cmd:"" help:"Reject the order. The product is closed to the borrower for some days."`
	Withdraw decideWithdraw `cmd:"" help:"Withdraw the order or its offer. The borrower may apply again at once."`
}

type decideApprove struct {
	Amount *int64 `help:"Amount to offer in minor units (dong, satang). Defaults to the amount applied for, and cannot exceed it."`
}

type decideReject struct {
	Reason string `required:"" help:"Reason code: income_too_low, age_outside, overdue_elsewhere, contacts_missing, score_too_low, paid_late_often, or the lender's own code."`
	Freeze *int   `placeholder:"DAYS" help:"Days for which the product is closed to the borrower, 0 to 365. Defaults to the product's setting. Use credit end-freeze to reopen it earlier."`
}

type decideWithdraw struct {
	Reason string `default:"lender_withdrew" help:"Reason, recorded in the timeline."`
}

// Run approves an order.
func (f decideApprove) Run(ctx context.Context, o *decideOrder, c *operator) error {
	d, err := lender.Answer{Decision: lender.Approved, Amount: f.Amount}.Read()
	if err != nil {
		return fmt.Errorf("%w: leave --amount out to offer all that was applied for", err)
	}
	return c.decide(ctx, o.OrderNo, d)
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
	number = order.OrderNo
	facts := map[string]any{"orderNo": number, "status": statuses[order.Status], "principal": money.Of(order.Principal, order.Currency)}
	return c.done(facts, "%s is %s now, principal %s", number, statuses[order.Status], c.show(money.Of(order.Principal, order.Currency)))
}
