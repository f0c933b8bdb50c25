package pay

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// reverse reverses a payment. A report that arrives before that of the payment is refused, so that the gateway sends it
// again. A report of another amount is recorded as a partial reversal and raises an alarm.
func (f *Flow) reverse(ctx context.Context, tx pgx.Tx, gateway string, r payment.Report) error {
	var known *postgres.Answer[*repay.Payment]
	fresh, err := firstReport(ctx, tx, gateway, r, func(b *pgx.Batch) {
		repay.QueueLockReference(b, gateway, r.OriginalReference) // see unmatch
		known = repay.ByReference(gateway, r.OriginalReference).Queue(b)
	})
	if err != nil || !fresh {
		return err
	}
	now := f.now()
	switch p := known.Get(); {
	case p == nil:
		return reason.New(reason.NotFound)
	case p.Amount != r.Amount || string(p.Currency) != r.Currency:
		return f.reversePart(ctx, tx, *p, r)
	case p.OrderID == nil:
		return f.reverseSuspense(ctx, tx, p.ID, r, now)
	default:
		return f.reversePosted(ctx, tx, *p, r)
	}
}

// reversePosted removes a payment from the books of its order. A settled loan is reopened; its documents stay.
func (f *Flow) reversePosted(ctx context.Context, tx pgx.Tx, p repay.Payment, r payment.Report) error {
	order := *p.OrderID
	b := &pgx.Batch{}
	credit := queueLockedCredit(b, *p.MemberID, order)
	facts, err := f.lockAfter(ctx, tx, b, order, func(b *pgx.Batch, now servicing.Time) { repay.QueueCancelRefundsOfWhole(b, order, p.ID, now.At) })
	if err != nil {
		return err
	}
	now := facts.Now
	taken, ok := markReversed(facts.Splits, p)
	if !ok {
		// It was already reversed under another event id.
		return nil
	}
	if taken.TakenBack > 0 {
		// A part was already taken back, so the report is for more than was left.
		return f.reversePart(ctx, tx, p, r)
	}
	b = &pgx.Batch{}
	repay.QueueReversed(b, p.ID, repay.Reversed, r.Reference, r.Reason, f.reportedOn(r), now.At)
	loan.QueueEvent(b, loan.OrderEvent{
		OrderID: order, Event: loan.PaymentReversed, Actor: loan.ByBank, At: now.At,
		Detail: map[string]any{"paymentId": p.ID, "amount": p.Amount},
	})
	facts.Facts = f.undoExtension(b, facts.Facts, taken, loan.ByBank, now)
	if err := servicing.NewWriter(b, facts).Reverse(taken); err != nil {
		return err
	}
	after := facts.Replay(now.Today)
	if facts.Loan.SettledOn.IsZero() || after.Settled() {
		notify.QueueForOrder(b, facts.Order, notify.PaymentReversed, now.At, "amount", money.Of(p.Amount, p.Currency))
	}
	if owedByNobody(facts.Facts, after) {
		queueGoneTwice(b, p, r.Reference, r.Reason, now)
	}
	if err := f.settleAndRefund(b, facts.Facts, credit, after, now); err != nil {
		return err
	}
	return postgres.Send(ctx, tx, b)
}

// markReversed marks a payment among the splits as reversed and returns its split. It returns false if the payment is
// not posted there.
func markReversed(splits []repay.Split, p repay.Payment) (repay.Split, bool) {
	for i := range splits {
		if splits[i].PaymentID == p.ID && splits[i].State == repay.Posted {
			splits[i].State = repay.Reversed
			return splits[i], true
		}
	}
	return repay.Split{}, false
}

// reverseSuspense reverses a payment without an order. A return that has not been sent yet is cancelled. While a return
// is in progress the report is refused, so that the gateway sends it again when the outcome is known. If the payment
// has already been sent back, the payer has the money twice: this is booked, and an alarm asks an operator to speak
// with the bank.
func (f *Flow) reverseSuspense(ctx context.Context, tx pgx.Tx, id uuid.UUID, r payment.Report, now servicing.Time) error {
	p, err := repay.LockSuspense(ctx, tx, id)
	switch {
	case err == nil:
		return f.takeFromSuspense(ctx, tx, p, r, now)
	case reason.Of(err) != reason.SuspenseHandled:
		return err
	case p.OrderID != nil:
		return f.reversePosted(ctx, tx, p, r)
	case p.State == repay.Suspense:
		if kept, failed := repay.CancelReturn(ctx, tx, id, now.At); failed != nil || !kept {
			return errors.Join(failed, err)
		}
		return f.takeFromSuspense(ctx, tx, p, r, now)
	}
	// It was already reversed under another event id.
	if taken, failed := repay.WasReversed(id).Read(ctx, tx); taken || failed != nil {
		return failed
	}
	return f.takeFromSuspense(ctx, tx, p, r, now)
}

// takeFromSuspense books the reversal of a payment in suspense. If a part was already taken back, the report is for
// more than was left and needs an operator. If suspense is already empty, the payer has the money twice and owes it.
func (f *Flow) takeFromSuspense(ctx context.Context, tx pgx.Tx, p repay.Payment, r payment.Report, now servicing.Time) error {
	parts, err := partsOf(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	if parts.taken > 0 {
		return f.reversePart(ctx, tx, p, r)
	}
	b := &pgx.Batch{}
	from := ledger.Suspense
	if p.State == repay.Returned {
		from = ledger.PayerReceivable
	}
	entries := ledger.Entries{}.Debit(from, p.Amount).Credit(ledger.Bank, p.Amount)
	if err := ledger.Queue(b, ofPayment(p, now, ledger.KindReversal, entries)); err != nil {
		return err
	}
	repay.QueueReversed(b, p.ID, repay.Returned, r.Reference, r.Reason, f.reportedOn(r), now.At)
	if p.State == repay.Returned {
		queueGoneTwice(b, p, r.Reference, r.Reason, now)
	}
	return postgres.Send(ctx, tx, b)
}

// queueGoneTwice raises an alarm because the bank took back a payment, or a part of it, that had already been sent back.
// reference and why are the bank's.
func queueGoneTwice(b *pgx.Batch, p repay.Payment, reference, why string, now servicing.Time) {
	repay.QueueAlarm(b, repay.Alarm{
		Kind: repay.ReturnedAndReversedAlarm, PaymentID: &p.ID, Detail: reference + ": " + why, RaisedAt: now.At,
	})
}

// owedByNobody reports whether something is owed on a loan whose payout came back: its order has ended, so no borrower
// is asked for it, and the money was sent back before the bank took it.
func owedByNobody(facts servicing.Facts, after servicing.State) bool {
	return facts.Loan.Returned() && after.Owed.Total() > 0
}
