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
	List  refundsList  `cmd:"" help:"List refunds, newest first."`
	Retry refundsRetry `cmd:"" help:"Send the overpayments of an order again whose refunds failed or came back."`

	Resend refundsResend `cmd:"" help:"Send a refund again that the gateway declined, with the same reference. Use it once the cause at the gateway is fixed."`
	GiveUp refundsGiveUp `cmd:"" help:"End a refund that the gateway declined. Use it once the bank has confirmed that no money was sent."`

	Paid     refundsPaid     `cmd:"" help:"Book a transfer that was made at the bank by hand, in place of a refund that failed or came back. This command sends no money."`
	Returned refundsReturned `cmd:"" help:"Book that the money of a successful refund came back."`
}

type refundsList struct {
	paged

	State []string `enum:"created,unknown,succeeded,failed,returned" help:"Filter by state: created, unknown (outcome not known yet), succeeded, failed, returned (the money came back)."`
	Order string   `placeholder:"ORDER-NO" help:"Filter by order number."`
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
	OrderNo string `arg:"" help:"Order number or ID."`
	ToCard  bool   `help:"Send to the borrower's default bank card. Use it if the account that the payment came from accepts no money."`
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
		return c.done(map[string]any{"orderNo": o.OrderNo, "refunds": sent}, "Nothing is sent for %s: the overpayment was set off against the amount that the payer already got back from the bank", o.OrderNo)
	}
	return c.done(map[string]any{"orderNo": o.OrderNo, "refunds": sent}, "%d refunds of %s are being sent", sent, o.OrderNo)
}

type refundsResend struct {
	Reference string `arg:"" help:"Our reference of the refund."`
}

// Run sends a refund again.
func (f refundsResend) Run(ctx context.Context, c *operator) error {
	if err := c.Pay.Resend(ctx, f.Reference, c.actor); err != nil {
		return err
	}
	return c.done(map[string]any{"reference": f.Reference}, "%s is being sent again", f.Reference)
}

type refundsGiveUp struct {
	Reference string `arg:"" help:"Our reference of the refund."`
}

// Run ends a refund.
func (f refundsGiveUp) Run(ctx context.Context, c *operator) error {
	state, err := c.Pay.GiveUp(ctx, f.Reference, c.actor)
	if err != nil {
		return err
	}
	if state == repay.RefundSucceeded {
		return c.done(map[string]any{"reference": f.Reference, "state": state}, "The bank reports that %s was paid after all: the refund is booked", f.Reference)
	}
	ended, err := repay.RefundByReference(f.Reference).Read(ctx, c.Pool)
	if err != nil {
		return err
	}
	next := "`ops refunds retry` sends its money again"
	if ended.OrderID == uuid.Nil {
		next = "its money is in suspense: `ops suspense return` sends it again"
	}
	return c.done(map[string]any{"reference": f.Reference, "state": state}, "%s has ended; %s", f.Reference, next)
}

type refundsReturned struct {
	Refund string `arg:"" help:"Our reference of the refund."`

	Amount    int64      `required:"" help:"Amount of the refund, in minor units (dong, satang). Refused if this refund has another amount."`
	Account   string     `required:"" placeholder:"DIGITS" help:"Account that the money was sent to, as named in the bank's message, at least its last four digits. Refused if this refund went to another account."`
	Reference string     `required:"" help:"The bank's reference of the returned money. If the money was reported as a payment, that payment is taken out of suspense."`
	InsteadOf string     `placeholder:"REFERENCE" help:"To correct a mistyped reference: the reference that is in the books now. Apart from the reference, only the day can change."`
	Fee       int64      `help:"Fee that the bank deducted, in minor units (dong, satang). It is booked as our expense and not charged to the borrower."`
	On        money.Date `required:"" placeholder:"YYYY-MM-DD" help:"Day on which the bank booked the return, as in its statement. Run the command again with another day to correct it."`
	Insist    bool       `help:"Book the return although the account that the refund went to is not known any more, because it was paid outside the gateway or the borrower's account is erased."`
	Note      string     `required:"" help:"Why the money came back, and what was found out. Recorded in the audit log."`
}

// Run books a returned refund.
func (f refundsReturned) Run(ctx context.Context, c *operator) error {
	err := c.Pay.RefundReturned(ctx, pay.ReturnedRefund{
		Refund: f.Refund, Amount: f.Amount, Account: f.Account, Reference: f.Reference, InsteadOf: f.InsteadOf, Fee: f.Fee, On: f.On, Insist: f.Insist, Actor: c.actor, Note: f.Note,
	})
	if err != nil {
		return err
	}
	return c.done(map[string]any{"refund": f.Refund, "reference": f.Reference}, "The money of %s came back. It is not sent again automatically", f.Refund)
}

type refundsPaid struct {
	Refund string `arg:"" help:"Our reference of the refund that failed or came back."`

	Amount    int64      `required:"" help:"Amount that was paid, in minor units (dong, satang). It must be the full amount of the refund."`
	Of        string     `required:"" placeholder:"ORDER-NO|RP..." help:"Number of the order whose overpayment is refunded, or serial number of the payment that is sent back. Refused if this refund belongs to another order or payment."`
	Reference string     `required:"" help:"The bank's reference of the transfer that replaced the refund."`
	InsteadOf string     `placeholder:"REFERENCE" help:"To correct a mistyped reference: the reference that is in the books now. Apart from the reference, only the day can change."`
	On        money.Date `required:"" placeholder:"YYYY-MM-DD" help:"Day on which the bank booked that transfer. Run the command again with another day to correct it."`
	Note      string     `required:"" help:"Why the gateway could not pay it, and the account that it was paid to. Recorded in the audit log."`
}

// Run books a refund paid at the bank.
func (f refundsPaid) Run(ctx context.Context, c *operator) error {
	err := c.Pay.RefundPaid(ctx, pay.PaidRefund{
		Refund: f.Refund, Amount: f.Amount, Of: f.Of, Reference: f.Reference, InsteadOf: f.InsteadOf, On: f.On, Actor: c.actor, Note: f.Note,
	})
	if err != nil {
		return err
	}
	return c.done(map[string]any{"refund": f.Refund, "reference": f.Reference}, "%s is booked as paid by transfer %s: the gateway sends nothing of it any more", f.Refund, f.Reference)
}
