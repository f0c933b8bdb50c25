package pay

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Reasons why a refund is not booked as paid outside the gateway.
var (
	// ErrRefundLives means that the refund may still be sent, or has been sent.
	ErrRefundLives = errors.New("only a refund that failed or came back can have been paid otherwise: give up a refund first if the gateway declined it")
	// ErrOrderMismatch means that the refund belongs to another order. The order tells two refunds of the same amount
	// apart.
	ErrOrderMismatch = errors.New("this refund belongs to another order or payment: take the number from the case, and check that this is the right refund")
	// ErrNotOver means that part of the amount paid outside the gateway was not available for a refund.
	ErrNotOver = errors.New("this amount is not held here any more: it has paid what was owed, was taken back, or is being sent or was sent")
)

// PaidRefund is an operator's statement that a refund was paid outside the gateway.
type PaidRefund struct {
	// Refund is our reference of it.
	Refund string
	// Amount is what was paid, in minor units. It must be the whole refund; otherwise ErrAmountMismatch.
	Amount int64
	// Of is the number of the order whose overpayment it is, or the serial of the payment that it sends back.
	Of string
	// Reference is the bank's reference of the transfer that replaced it.
	Reference string
	// InsteadOf is the mistyped reference in the books that Reference replaces; otherwise empty.
	InsteadOf string
	// On is the day on which the bank booked it; the zero date if unknown.
	On money.Date
	// Actor is the operator; Note says how it was paid.
	Actor, Note string
}

// RefundPaid books, once, a transfer that a person made at the bank in place of a refund. A repeated call books nothing
// and changes only the day, or, with InsteadOf, the reference. It sends nothing. The whole amount of the refund must be
// held here, so that none of it can also be sent through the gateway.
func (f *Flow) RefundPaid(ctx context.Context, r PaidRefund) error {
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("pay: %w", err)
	}
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.now()
		failed, err := repay.RefundByReference(r.Refund).Read(ctx, tx)
		if err != nil {
			return err
		}
		if err := isOf(ctx, tx, failed, r.Of); err != nil {
			return err
		}
		booked, err := f.paidBefore(ctx, tx, failed, r.Reference)
		switch {
		case err != nil:
			return err
		case booked == nil && r.InsteadOf != "":
			return f.correctPaid(ctx, tx, r, failed, now)
		case booked != nil && !f.canBeOn(r.On, failed.CreatedAt):
			return ErrBankDay
		case booked != nil:
			return dateAgain(ctx, tx, r.On, repay.SetRefundBankDay(booked.ID, r.On), auditPaid(r, failed, *booked, now))
		}
		if !failed.State.Undone() {
			return ErrRefundLives
		}
		if !f.canBeOn(r.On, failed.CreatedAt) {
			return ErrBankDay
		}
		if err := sentBack(failed).is(r.Amount); err != nil {
			return err
		}
		paid := repay.Refund{
			ID: id, OrderID: failed.OrderID, PaymentID: failed.PaymentID, Amount: failed.Amount, Currency: failed.Currency, Reference: r.Reference,
			BankDay: r.On, PaidByHand: true,
		}
		record := f.paidOfOrder
		if failed.OrderID == uuid.Nil {
			record = f.paidOutOfSuspense
		}
		if err := record(ctx, tx, paid, r.Actor); err != nil {
			return err
		}
		return audit.Write(ctx, tx, auditPaid(r, failed, paid, now))
	})
}

// auditPaid returns the audit entry for an operator's statement that a refund was paid outside the gateway.
func auditPaid(r PaidRefund, failed, paid repay.Refund, now servicing.Time) audit.Entry {
	entry := audit.Entry{
		At: now.At, Actor: r.Actor, Action: "refund.paid", Subject: "refund:" + failed.ID.String(),
		Detail: map[string]any{"reference": r.Reference, "booked": paid.ID, "on": r.On, "note": r.Note},
	}
	if r.InsteadOf != "" {
		entry.Detail["insteadOf"] = r.InsteadOf
	}
	return entry
}

// isOf returns ErrOrderMismatch unless the refund belongs to the order or the payment with the given number.
func isOf(ctx context.Context, tx pgx.Tx, r repay.Refund, number string) error {
	b := &pgx.Batch{}
	paid, numbers := repay.PaymentByID(r.PaymentID).Queue(b), loan.Numbers([]uuid.UUID{r.OrderID}).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	// A payment in suspense has no order and so no order number.
	if order, ofOrder := numbers.Get()[r.OrderID]; paid.Get().Serial != number && !(ofOrder && order == number) {
		return ErrOrderMismatch
	}
	return nil
}

// correctPaid corrects the reference of a refund that is booked as paid by hand. Apart from the reference it changes
// only the day.
func (f *Flow) correctPaid(ctx context.Context, tx pgx.Tx, r PaidRefund, failed repay.Refund, now servicing.Time) error {
	was, err := f.paidBefore(ctx, tx, failed, r.InsteadOf)
	switch {
	case errors.Is(err, ErrTransferMismatch) || err == nil && was == nil:
		return ErrReferenceKept
	case err != nil:
		return err
	case !f.canBeOn(r.On, failed.CreatedAt):
		return ErrBankDay
	}
	if err := sentBack(failed).is(r.Amount); err != nil {
		return err
	}
	b := &pgx.Batch{}
	repay.QueueCorrectRefund(b, was.ID, r.Reference, r.On)
	if err := audit.Queue(b, auditPaid(r, failed, *was, now)); err != nil {
		return err
	}
	return postgres.Send(ctx, tx, b)
}

// paidBefore returns the transfer that is booked under a reference in place of a refund, nil if there is none, or
// ErrTransferMismatch if the reference is booked as anything else. It locks the reference until the transaction ends.
func (f *Flow) paidBefore(ctx context.Context, tx pgx.Tx, failed repay.Refund, reference string) (*repay.Refund, error) {
	gateway := f.config.Collection.Gateway
	b := &pgx.Batch{}
	in := queueReference(b, gateway, reference)
	known, payout := repay.RefundBy(reference).Queue(b), loan.DisbursementBy(reference).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return nil, err
	}
	was := known.Get()
	switch {
	case payout.Get() != nil || in.payment.Get() != nil || in.returned.Get():
		return nil, ErrTransferMismatch
	case was == nil:
		return nil, nil
	case was.ID == failed.ID || was.PaymentID != failed.PaymentID || was.Amount != failed.Amount || was.State != repay.RefundSucceeded || !was.PaidByHand:
		return nil, ErrTransferMismatch
	}
	return was, nil
}

// paidOfOrder records that an overpayment of an order has been paid back.
func (f *Flow) paidOfOrder(ctx context.Context, tx pgx.Tx, paid repay.Refund, actor string) error {
	facts, err := servicing.LockFacts(paid.OrderID, f.clock).Read(ctx, tx)
	if err != nil {
		return err
	}
	now := facts.Now
	paid.CreatedAt = now.At
	split, _ := facts.Split(paid.PaymentID)
	if facts.Replay(now.Today).Over[paid.PaymentID]-split.PayerOwes() < paid.Amount {
		return ErrNotOver
	}
	b := &pgx.Batch{}
	repay.QueuePaidRefund(b, paid)
	after := facts.ReadFacts().Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	b = &pgx.Batch{}
	if err := servicing.NewWriter(b, after.Get()).Refunded(paid); err != nil {
		return err
	}
	loan.QueueEvent(b, loan.OrderEvent{
		OrderID: paid.OrderID, Event: loan.OverpaymentReturned, Actor: actor, At: now.At,
		Detail: map[string]any{"amount": paid.Amount, "reference": paid.Reference},
	})
	notify.QueueForOrder(b, facts.Order, notify.OverpaidByHand, now.At, "amount", money.Of(paid.Amount, paid.Currency))
	return postgres.Send(ctx, tx, b)
}

// paidOutOfSuspense records that a payment in suspense has been paid back to its payer.
func (f *Flow) paidOutOfSuspense(ctx context.Context, tx pgx.Tx, paid repay.Refund, actor string) error {
	p, err := repay.LockSuspense(ctx, tx, paid.PaymentID)
	if err != nil {
		return err
	}
	now := f.now()
	paid.CreatedAt = now.At
	gone, err := partsOf(ctx, tx, p.ID)
	switch {
	case err != nil:
		return err
	case gone.contradicted:
		return ErrReversalOpen
	case p.Amount-gone.taken != paid.Amount:
		return ErrNotOver
	}
	b := &pgx.Batch{}
	repay.QueuePaidRefund(b, paid)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	return f.endReturn(ctx, tx, p, paid, actor, now)
}
