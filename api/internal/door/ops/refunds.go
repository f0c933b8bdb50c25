package ops

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
)

type refundsCommands struct {
	List  refundsList  `cmd:"" help:"List refunds, the newest first."`
	Retry refundsRetry `cmd:"" help:"Send the overpayments of an order back whose refunds failed, or came back."`

	Resend refundsResend `cmd:"" help:"Let a refund go again that the gateway has declined, under the same reference: what was wrong at the gateway is fixed."`
	GiveUp refundsGiveUp `cmd:"" help:"End a refund that the gateway has declined, once the bank has confirmed that nothing went out."`

	Paid     refundsPaid     `cmd:"" help:"Book that a person has paid at the bank, past the gateway, what a refund could not bring, which has failed or came back. It sends nothing."`
	Returned refundsReturned `cmd:"" help:"Book that the money of a refund came back, after the bank had said that it succeeded."`
}

type refundsList struct {
	paged

	State []string `enum:"created,unknown,succeeded,failed,returned" help:"Only these states: created, unknown (the bank has not said), succeeded, failed, returned (it came back)."`
	Order string   `placeholder:"ORDER-NO" help:"Only refunds of this order."`
}

// Run lists refunds.
func (f refundsList) Run(ctx context.Context, c *operator) error {
	page, err := f.page()
	if err != nil {
		return err
	}
	var s repay.RefundSearch
	for _, state := range f.State {
		s.States = append(s.States, repay.RefundState(state))
	}
	if f.Order != "" {
		o, err := c.byNumber(ctx, f.Order)
		if err != nil {
			return err
		}
		s.OrderID = &o.ID
	}
	found, err := repay.Refunds(s, page).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	var orders []uuid.UUID
	for _, r := range found.Rows {
		orders = append(orders, r.OrderID)
	}
	numbers, err := loan.Numbers(orders).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	if err := c.Back.Note(ctx, c.actor, "refund.list", "refund"); err != nil {
		return err
	}
	return c.printPage(refunds(found.Rows, numbers), found.Next)
}

// refunds leaves the order number empty for money that was sent back out of suspense.
func refunds(all []repay.Refund, numbers map[uuid.UUID]string) table {
	t := columns("reference", "orderNo", "amount", "state", "failure", "createdAt", "finishedAt", "declinedAt", "toCard", "returnedAt", "returnReference", "returnFee", "setOff", "bankDay", "returnBankDay")
	t.name = "refunds"
	for _, r := range all {
		t.add(r.Reference, numbers[r.OrderID], money.Of(r.Amount, r.Currency), string(r.State), r.FailureReason, r.CreatedAt, r.FinishedAt, r.DeclinedAt, r.BankCardID != nil, r.ReturnedAt, r.ReturnReference, money.Of(r.ReturnFee, r.Currency), r.SetOff, r.BankDay, r.ReturnBankDay)
	}
	return t
}

type refundsRetry struct {
	OrderNo string `arg:"" help:"Number of the order."`
	ToCard  bool   `help:"To the borrower's default bank card, as the account that they came from takes no money."`
}

// Run sends the overpayments again.
func (f refundsRetry) Run(ctx context.Context, c *operator) error {
	o, err := c.byNumber(ctx, f.OrderNo)
	if err != nil {
		return err
	}
	sent, err := c.Pay.RetryRefund(ctx, o.ID, f.ToCard, c.actor)
	if err != nil {
		return err
	}
	if sent == 0 {
		return c.done(map[string]any{"orderNo": o.OrderNo, "refunds": sent}, "Nothing of %s goes: what was too much is set off against what its payer has from the bank already", o.OrderNo)
	}
	return c.done(map[string]any{"orderNo": o.OrderNo, "refunds": sent}, "%d refunds of %s are on their way", sent, o.OrderNo)
}

type refundsResend struct {
	Reference string `arg:"" help:"Reference of the refund."`
}

// Run sends a refund again.
func (f refundsResend) Run(ctx context.Context, c *operator) error {
	if err := c.Pay.Resend(ctx, f.Reference, c.actor); err != nil {
		return err
	}
	return c.done(map[string]any{"reference": f.Reference}, "%s is on its way again", f.Reference)
}

type refundsGiveUp struct {
	Reference string `arg:"" help:"Reference of the refund."`
}

// Run ends a refund.
func (f refundsGiveUp) Run(ctx context.Context, c *operator) error {
	state, err := c.Pay.GiveUp(ctx, f.Reference, c.actor)
	if err != nil {
		return err
	}
	if state == repay.RefundSucceeded {
		return c.done(map[string]any{"reference": f.Reference, "state": state}, "The bank says that %s has gone back after all: it is in the books", f.Reference)
	}
	ended, err := repay.RefundByReference(f.Reference).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	next := "`ops refunds retry` sends its money again"
	if ended.OrderID == uuid.Nil {
		next = "its money waits in suspense: `ops suspense return` sends it again"
	}
	return c.done(map[string]any{"reference": f.Reference, "state": state}, "%s has ended; %s", f.Reference, next)
}

type refundsReturned struct {
	Refund string `arg:"" help:"Reference of the refund."`

	Amount    int64      `required:"" help:"What was sent back, in minor units (dong, satang); another amount is another refund's."`
	Account   string     `required:"" placeholder:"DIGITS" help:"The account that the money had been sent to, as the bank's message says, its last four digits at least; another account is another refund's."`
	Reference string     `required:"" help:"The bank's reference of the money that came back. Where it was reported as a payment, it is taken out of suspense."`
	InsteadOf string     `placeholder:"REFERENCE" help:"To put right a reference that was typed wrongly: the one that stands in the books. Nothing else of the booking changes but the day."`
	Fee       int64      `help:"What the bank kept of it, in minor units (dong, satang): an expense of ours, no matter of the borrower's."`
	On        money.Date `required:"" placeholder:"YYYY-MM-DD" help:"The day on which the bank booked it, as its statement says; typed again with another one, the command puts it right."`
	Insist    bool       `help:"Book it although nobody knows any more to which account the refund went: it was paid past the gateway, or the borrower's account is erased."`
	Note      string     `required:"" help:"Why it came back, and what was found out, for the record."`
}

// Run books a returned refund.
func (f refundsReturned) Run(ctx context.Context, c *operator) error {
	err := c.Pay.RefundReturned(ctx, pay.ReturnedRefund{
		Refund: f.Refund, Amount: f.Amount, Account: f.Account, Reference: f.Reference, InsteadOf: f.InsteadOf, Fee: f.Fee, On: f.On, Insist: f.Insist, Actor: c.actor, Note: f.Note,
	})
	if err != nil {
		return err
	}
	return c.done(map[string]any{"refund": f.Refund, "reference": f.Reference}, "%s came back: its money is here again, and goes nowhere by itself", f.Refund)
}

type refundsPaid struct {
	Refund string `arg:"" help:"Reference of the refund that failed, or came back."`

	Amount    int64      `required:"" help:"What was paid, in minor units (dong, satang): all of the refund; another amount is another refund's."`
	Of        string     `required:"" placeholder:"ORDER-NO|RP..." help:"Number of the order whose overpayment it is, or of the payment that it sends back, as the case says; another one is another refund's."`
	Reference string     `required:"" help:"The bank's reference of the transfer that was made in its place."`
	InsteadOf string     `placeholder:"REFERENCE" help:"To put right a reference that was typed wrongly: the one that stands in the books. Nothing else of the booking changes but the day."`
	On        money.Date `required:"" placeholder:"YYYY-MM-DD" help:"The day on which the bank booked that transfer; typed again with another one, the command puts it right."`
	Note      string     `required:"" help:"Why the gateway does not do it, and to which account it was paid, for the record."`
}

// Run books a refund paid at the bank.
func (f refundsPaid) Run(ctx context.Context, c *operator) error {
	err := c.Pay.RefundPaid(ctx, pay.PaidRefund{
		Refund: f.Refund, Amount: f.Amount, Of: f.Of, Reference: f.Reference, InsteadOf: f.InsteadOf, On: f.On, Actor: c.actor, Note: f.Note,
	})
	if err != nil {
		return err
	}
	return c.done(map[string]any{"refund": f.Refund, "reference": f.Reference}, "%s is in the books as paid by %s: nothing of it goes by the gateway any more", f.Refund, f.Reference)
}
