package ops

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

type payoutsCommands struct {
	List     payoutsList     `cmd:"" help:"List the payouts of which nobody knows yet what became of them, oldest first."`
	Resend   payoutsResend   `cmd:"" help:"Let a payout go again that the gateway has declined, under the same reference and to the same card: what was wrong at the gateway is fixed."`
	Returned payoutsReturned `cmd:"" help:"Book that the money of a payout came back after it had succeeded: the loan is closed without any charge, what was paid on it goes back, and the borrower may apply again."`
	GiveUp   payoutsGiveUp   `cmd:"" help:"End a payout that the gateway has declined, once the bank has confirmed that nothing went out: the borrower may name another card."`
}

type payoutsList struct{ paged }

// Run lists the payouts without an outcome.
func (f payoutsList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	open, err := loan.OpenDisbursements(page).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	orders := make([]uuid.UUID, len(open.Rows))
	for i, d := range open.Rows {
		orders[i] = d.OrderID
	}
	numbers, err := loan.Numbers(orders).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "payout.list", "disbursement"); err != nil {
		return err
	}
	t := columns("reference", "orderNo", "amount", "state", "createdAt", "declinedAt")
	t.name = "payouts"
	for _, d := range open.Rows {
		t.add(d.Reference, numbers[d.OrderID], money.Of(d.Amount, d.Currency), string(d.State), d.CreatedAt, d.DeclinedAt)
	}
	return c.printPage(t, open.Next)
}

type payoutsResend struct {
	OrderNo string `arg:"" help:"Number of the order."`
}

// Run sends a payout again.
func (f payoutsResend) Run(ctx context.Context, c *operator) error {
	o, err := c.byNumber(ctx, f.OrderNo)
	if err != nil {
		return err
	}
	if err := c.Payout.Resend(ctx, o.ID, c.actor); err != nil {
		return err
	}
	return c.done(map[string]any{"orderNo": o.OrderNo}, "The payout of %s is on its way again", o.OrderNo)
}

type payoutsGiveUp struct {
	OrderNo string `arg:"" help:"Number of the order."`
}

// Run ends a payout.
func (f payoutsGiveUp) Run(ctx context.Context, c *operator) error {
	o, err := c.byNumber(ctx, f.OrderNo)
	if err != nil {
		return err
	}
	paid, err := c.Payout.GiveUp(ctx, o.ID, c.actor)
	if err != nil {
		return err
	}
	if paid {
		return c.done(map[string]any{"orderNo": o.OrderNo, "paid": true}, "The bank says that %s has been paid out after all: it is in the books", o.OrderNo)
	}
	return c.done(map[string]any{"orderNo": o.OrderNo, "paid": false}, "The payout of %s has ended; the borrower may name another card", o.OrderNo)
}

type payoutsReturned struct {
	OrderNo string `arg:"" help:"Number of the order."`

	Amount    int64      `required:"" help:"What was paid out, in minor units (dong, satang); another amount is another order's."`
	Account   string     `required:"" placeholder:"DIGITS" help:"The account that the money had been sent to, as the bank's message says, its last four digits at least; another account is another order's."`
	Reference string     `required:"" help:"The bank's reference of the money that came back. Where it was reported as a payment, it is taken out of suspense, or out of this order if it was matched to it."`
	InsteadOf string     `placeholder:"REFERENCE" help:"To put right a reference that was typed wrongly: the one that stands in the books. Nothing else of the booking changes but the day."`
	Fee       int64      `help:"What the bank kept of it, in minor units (dong, satang): an expense of ours, no matter of the borrower's."`
	On        money.Date `required:"" placeholder:"YYYY-MM-DD" help:"The day on which the bank booked it, as its statement says; typed again with another one, the command puts it right."`
	Insist    bool       `help:"Book it although the books speak against it: the borrower has paid or extended the loan, it is long ago and no gateway has reported the money, or nobody knows any more to which account it went. What they paid goes back, the loan is forgiven, and no command undoes that."`
	Note      string     `required:"" help:"Why it came back, and what was found out, for the record."`
}

// Run books a returned payout.
func (f payoutsReturned) Run(ctx context.Context, c *operator) error {
	o, err := c.byNumber(ctx, f.OrderNo)
	if err != nil {
		return err
	}
	err = c.Pay.PayoutReturned(ctx, pay.ReturnedPayout{
		Order: o.ID, Amount: f.Amount, Account: f.Account, Reference: f.Reference, InsteadOf: f.InsteadOf, Fee: f.Fee, On: f.On, Insist: f.Insist, Actor: c.actor, Note: f.Note,
	})
	if err != nil {
		return err
	}
	return c.done(map[string]any{"orderNo": o.OrderNo, "reference": f.Reference}, "The payout of %s came back: the loan is closed, and nothing is owed on it", o.OrderNo)
}
