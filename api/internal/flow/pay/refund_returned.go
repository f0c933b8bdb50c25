package pay

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// ErrNotRefunded means that a refund is not booked as returned because it has not succeeded.
var ErrNotRefunded = errors.New("this refund has not succeeded, so it cannot have come back")

// ReturnedRefund is an operator's statement that the money of a refund came back.
type ReturnedRefund struct {
	// Refund is our reference of it.
	Refund string
	// Amount is what was sent back, in minor units. It must match; otherwise ErrAmountMismatch.
	Amount int64
	// Account is the account that the money was sent to, as the bank's message names it. The last four digits are
	// enough.
	Account string
	// Reference is the bank's reference of the returned money. If that money was reported as a payment, the payment is
	// taken out of suspense.
	Reference string
	// InsteadOf is the mistyped reference in the books that Reference replaces; otherwise empty.
	InsteadOf string
	// Fee is what the bank kept of it, in minor units.
	Fee int64
	// On is the day on which the bank booked it; the zero date if unknown.
	On money.Date
	// Insist books the return if the account that the refund went to is unknown.
	Insist bool
	// Actor is the operator; Note says what they have found out.
	Actor, Note string
}

// RefundReturned reverses a successful refund, once, on an operator's statement. A repeated call changes only the day,
// or, with InsteadOf, the reference. The money belongs to the borrower again and pays what they owe now; money without
// an order returns to suspense. An operator decides where it is sent next. It returns ErrReturnDoubted if the account
// is unknown.
func (f *Flow) RefundReturned(ctx context.Context, r ReturnedRefund) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		sent, err := repay.RefundByReference(r.Refund).Read(ctx, tx)
		if err != nil {
			return err
		}
		stated := returned{reference: r.Reference, actor: r.Actor, why: r.Note, insteadOf: r.InsteadOf, fee: r.Fee, day: r.On, insist: r.Insist}
		if err := f.checkReturn(sentBack(sent), sent.CreatedAt, r.Amount, stated); err != nil {
			return err
		}
		account, err := refundedTo(ctx, tx, sent)
		if err != nil {
			return err
		}
		if err := checkAccount(account, r.Account, r.Insist); err != nil {
			return err
		}
		booked, err := f.takeRefundBack(ctx, tx, sent, f.config.Collection.Gateway, stated)
		if err != nil {
			return err
		}
		entry := auditReturned("refund.returned", "refund:"+sent.ID.String(), stated, f.now())
		if !booked {
			return dateAgain(ctx, tx, r.On, repay.SetRefundReturnBankDay(sent.ID, r.On), entry)
		}
		return audit.Write(ctx, tx, entry)
	})
}

// refundReturned is RefundReturned for a gateway's report. A report that arrives before the refund is known to have
// succeeded is refused, so that the gateway sends it again.
func (f *Flow) refundReturned(ctx context.Context, tx pgx.Tx, gateway string, sent repay.Refund, r payment.Report, now servicing.Time) error {
	err := ErrNotRefunded
	switch sent.State {
	case repay.RefundCreated, repay.RefundUnknown:
		return reason.New(reason.NotFound)
	case repay.RefundSucceeded, repay.RefundReturned:
		var back returned
		if back, err = f.returnedAs(sentBack(sent), r); err == nil {
			_, err = f.takeRefundBack(ctx, tx, sent, gateway, back)
		}
	}
	return contradictReturn(ctx, tx, repay.Alarm{PaymentID: &sent.PaymentID, RefundID: &sent.ID}, sent.Reference, r, err, now)
}

// refundedTo returns the masked account that a refund went to: that of a card, or the one that its payment came from.
// It is empty if unknown.
func refundedTo(ctx context.Context, tx pgx.Tx, r repay.Refund) (string, error) {
	switch {
	case r.BankCardID != nil:
		return bankcard.Last4(*r.BankCardID).Read(ctx, tx)
	case r.PaidByHand:
		return "", nil
	}
	paid, err := repay.PaymentByID(r.PaymentID).Read(ctx, tx)
	return paid.PaidFrom, err
}

func sentBack(r repay.Refund) outgoing {
	return outgoing{id: r.ID, amount: r.Amount, currency: r.Currency}
}

// takeRefundBack books the return. booked is false if it was booked before.
func (f *Flow) takeRefundBack(ctx context.Context, tx pgx.Tx, r repay.Refund, gateway string, back returned) (booked bool, err error) {
	held, handled, err := heldFor(ctx, tx, gateway, sentBack(r), back)
	if err != nil {
		return false, err
	}
	var reportedAs *uuid.UUID
	if held != nil {
		reportedAs = &held.ID
	}
	// ReturnRefund runs under the lock of the order or the payment, unless the money is known to be another's or the
	// return is already booked.
	var fresh *postgres.Answer[bool]
	var known *postgres.Answer[repay.Refund]
	take := func(b *pgx.Batch, now servicing.Time) {
		if handled == nil && back.insteadOf == "" {
			fresh = repay.ReturnRefund(r.ID, back.reference, back.fee, back.day, reportedAs, now.At).Queue(b)
		}
		known = repay.RefundByID(r.ID).Queue(b)
	}
	follow := f.refundToSuspense
	if r.OrderID != uuid.Nil {
		follow = f.refundToOrder
	}
	write, now, err := follow(ctx, tx, r, back, take)
	if err != nil {
		return false, err
	}
	if fresh == nil || !fresh.Get() {
		was := bookedReturn{
			reference: known.Get().ReturnReference, fee: known.Get().ReturnFee, byHand: audit.IsLogged("refund.returned", "refund:"+r.ID.String(), map[string]any{}),
		}
		done, err := was.known(back, handled)
		switch {
		case done || err != nil:
			return false, err
		case back.insteadOf == "":
			return false, ErrNotRefunded
		case held != nil && held.ID == r.PaymentID:
			return false, ErrTransferMismatch // the payment that was refunded is in suspense again
		}
		return true, was.correct(ctx, tx, gateway, held, back, now, func(b *pgx.Batch, reportedAs *uuid.UUID) {
			repay.QueueCorrectRefundReturn(b, r.ID, back.reference, back.day, reportedAs)
		})
	}
	b := &pgx.Batch{}
	if held != nil {
		if err := queueOutOfSuspense(b, *held, now); err != nil {
			return false, err
		}
	}
	queueRefundAlarm(b, repay.RefundReturnedAlarm, r, back.why, now.At)
	if err := queueReturnFee(b, sentBack(r), back, now); err != nil {
		return false, err
	}
	if err := write(b); err != nil {
		return false, err
	}
	return true, postgres.Send(ctx, tx, b)
}

// refundToOrder locks the order of a refund, with take under the lock. It returns the time, and the function that writes
// the consequences: the money is an overpayment again, it pays what is owed now, and the borrower is notified.
func (f *Flow) refundToOrder(ctx context.Context, tx pgx.Tx, r repay.Refund, back returned, take func(*pgx.Batch, servicing.Time)) (func(*pgx.Batch) error, servicing.Time, error) {
	o, err := loan.ByID(r.OrderID).Read(ctx, tx)
	if err != nil {
		return nil, servicing.Time{}, err
	}
	b := &pgx.Batch{}
	credit := queueLockedCredit(b, o.MemberID, o.ID)
	facts, err := f.lockAfter(ctx, tx, b, o.ID, take)
	now := facts.Now
	return func(b *pgx.Batch) error {
		loan.QueueEvent(b, loan.OrderEvent{
			OrderID: o.ID, Event: loan.RefundReturned, Actor: back.actor, At: now.At,
			Detail: map[string]any{"amount": r.Amount, "reference": r.Reference, "returnReference": back.reference, "fee": back.fee, "reason": back.why},
		})
		notify.QueueForOrder(b, facts.Order, notify.RefundReturned, now.At, "amount", money.Of(r.Amount, r.Currency))
		if err := servicing.NewWriter(b, facts).RefundReturned(r); err != nil {
			return err
		}
		f.settle(b, facts.Facts, credit, facts.Replay(now.Today), notify.Reopened, now.At)
		return nil
	}, now, err
}

// refundToSuspense is refundToOrder for a payment without an order: the payment returns to suspense. If the bank has
// taken the payment back meanwhile, the payer had the money twice; the returned refund clears that debt.
func (f *Flow) refundToSuspense(ctx context.Context, tx pgx.Tx, r repay.Refund, _ returned, take func(*pgx.Batch, servicing.Time)) (func(*pgx.Batch) error, servicing.Time, error) {
	b := &pgx.Batch{}
	repay.QueueLockPayment(b, r.PaymentID)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return nil, servicing.Time{}, err
	}
	b, now := &pgx.Batch{}, f.now()
	take(b, now)
	paid, reversed := repay.PaymentByID(r.PaymentID).Queue(b), repay.WasReversed(r.PaymentID).Queue(b)
	err := postgres.Send(ctx, tx, b)
	return func(b *pgx.Batch) error {
		p, entries := paid.Get(), ledger.Entries{}.Debit(ledger.Bank, r.Amount)
		if reversed.Get() {
			entries = entries.Credit(ledger.PayerReceivable, r.Amount)
		} else {
			entries = entries.Debit(ledger.PayerReceivable, p.Amount-r.Amount).Credit(ledger.Suspense, p.Amount)
			repay.QueueSuspended(b, p.ID)
		}
		return ledger.Queue(b, ledger.Transaction{
			Key: "reversal:refund:" + r.ID.String(), Kind: ledger.KindReturn, Scope: p.ID, PostingDate: now.Today, ValueDate: now.Today, At: now.At,
			Currency: p.Currency, Entries: entries,
		})
	}, now, err
}
