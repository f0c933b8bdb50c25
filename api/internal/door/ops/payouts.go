package ops

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

type payoutsCommands struct {
	List     payoutsList     `cmd:"" help:"List the payouts without an outcome, oldest first."`
	Resend   payoutsResend   `cmd:"" help:"Send a payout again that the gateway declined, with the same reference and to the same card. Use it once the cause at the gateway is fixed."`
	Returned payoutsReturned `cmd:"" help:"Book that the money of a successful payout came back. The loan is closed without any charge, repayments are refunded, and the borrower may apply again."`
	GiveUp   payoutsGiveUp   `cmd:"" help:"End a payout that the gateway declined. Use it once the bank has confirmed that no money was sent. The borrower may then name another card."`
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
	OrderNo string `arg:"" help:"Order number or ID."`
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
	return c.done(map[string]any{"orderNo": o.OrderNo}, "The payout of %s is being sent again", o.OrderNo)
}

type payoutsGiveUp struct {
	OrderNo string `arg:"" help:"Order number or ID."`
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
		return c.done(map[string]any{"orderNo": o.OrderNo, "paid": true}, "The bank reports that %s was paid out after all: the payout is booked", o.OrderNo)
	}
	return c.done(map[string]any{"orderNo": o.OrderNo, "paid": false}, "The payout of %s has ended; the borrower may name another card", o.OrderNo)
}

type payoutsReturned struct {
	OrderNo string `arg:"" help:"Order number or ID."`

	Amount    int64      `required:"" help:"Amount that was paid out, in minor units (dong, satang). Refused if it is not the amount of this order's payout."`
	Account   string     `required:"" placeholder:"DIGITS" help:"Account that the money was sent to, as named in the bank's message, at least its last four digits. Refused if this order's payout went to another account."`
	Reference string     `required:"" help:"The bank's reference of the returned money. If the money was reported as a payment, that payment is taken out of suspense, or out of this order if it was matched to it."`
	InsteadOf string     `placeholder:"REFERENCE" help:"To correct a mistyped reference: the reference that is in the books now. Apart from the reference, only the day can change."`
	Fee       int64      `help:"Fee that the bank deducted, in minor units (dong, satang). It is booked as our expense and not charged to the borrower."`
	On        money.Date `required:"" placeholder:"YYYY-MM-DD" help:"Day on which the bank booked the return, as in its statement. Run the command again with another day to correct it."`
	Insist    bool       `help:"Book the return although it is doubtful: the borrower has paid or extended the loan, the payout was long ago and no gateway has reported the money, or the account that it went to is not known any more. Repayments are refunded and nothing is owed on the loan. No command undoes this."`
	Note      string     `required:"" help:"Why the money came back, and what was found out. Recorded in the audit log."`
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
