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

// reverse takes a payment back. A report that comes before the payment's own is refused, so that the gateway sends it
// again. One over another amount is recorded and shown to a person.
func (f *Flow) reverse(ctx context.Context, tx pgx.Tx, gateway string, r payment.Report) error {
	now := f.now()
	var known *postgres.Answer[*repay.Payment]
	fresh, err := firstReport(ctx, tx, gateway, r, func(b *pgx.Batch) {
		repay.QueueLockReference(b, gateway, r.OriginalReference) // see unmatch
		known = repay.ByReference(gateway, r.OriginalReference).Queue(b)
	})
	if err != nil || !fresh {
		return err
	}
	switch p := known.Get(); {
	case p == nil:
		return reason.New(reason.NotFound)
	case p.Amount != r.Amount || string(p.Currency) != r.Currency:
		return f.reversePart(ctx, tx, *p, r, now)
	case p.OrderID == nil:
		return f.reverseSuspense(ctx, tx, p.ID, r, now)
	default:
		return f.reversePosted(ctx, tx, *p, r, now)
	}
}

// reversePosted takes a payment out of the books of its order. A settled loan opens again; its documents stay.
func (f *Flow) reversePosted(ctx context.Context, tx pgx.Tx, p repay.Payment, r payment.Report, now businessTime) error {
	order := *p.OrderID
	b := &pgx.Batch{}
	credit := queueLockedCredit(b, *p.MemberID, order)
	locked := servicing.Lock(order, func(b *pgx.Batch) { repay.QueueCancelRefundsOfWhole(b, order, p.ID, now.at) }).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	facts := locked.Get()
	taken, ok := markReversed(facts.Splits, p)
	if !ok {
		// It was taken back under another event id.
		return nil
	}
	if taken.TakenBack > 0 {
		// A part is gone already: more is reported than there was.
		return f.reversePart(ctx, tx, p, r, now)
	}
	b = &pgx.Batch{}
	repay.QueueReversed(b, p.ID, repay.Reversed, r.Reference, r.Reason, f.reportedOn(r), now.at)
	loan.QueueEvent(b, loan.OrderEvent{
		OrderID: order, Event: loan.PaymentReversed, Actor: loan.ByBank, At: now.at,
		Detail: map[string]any{"paymentId": p.ID, "amount": p.Amount},
	})
	facts.Facts = f.undoExtension(b, facts.Facts, taken, loan.ByBank, now)
	if err := servicing.NewWriter(b, facts, now.today, now.at).Reverse(taken); err != nil {
		return err
	}
	after := facts.Replay(now.today)
	if facts.Loan.SettledOn.IsZero() || after.Settled() {
		notify.QueueForOrder(b, facts.Order, notify.PaymentReversed, now.at, "amount", money.Of(p.Amount, p.Currency))
	}
	if facts.Loan.Returned() && after.Owed.Total() > 0 {
		queueGoneTwice(b, p, r, now)
	}
	if err := f.settleAndRefund(b, facts.Facts, credit, after, now); err != nil {
		return err
	}
	return postgres.Send(ctx, tx, b)
}

// markReversed marks a payment among the splits as reversed and returns it; false when it was already.
func markReversed(splits []repay.Split, p repay.Payment) (repay.Split, bool) {
	for i := range splits {
		if splits[i].PaymentID == p.ID && splits[i].State == repay.Posted {
			splits[i].State = repay.Reversed
			return splits[i], true
		}
	}
	return repay.Split{}, false
}

// reverseSuspense takes back a payment that had not found its order. One that we were about to send back stays here; one
// that is under way is refused, so that the report comes again when its end is known; and one that we have sent back is
// gone twice: the books say so, and a person has to speak with the bank.
func (f *Flow) reverseSuspense(ctx context.Context, tx pgx.Tx, id uuid.UUID, r payment.Report, now businessTime) error {
	p, err := repay.LockSuspense(ctx, tx, id)
	switch {
	case err == nil:
		return f.takeFromSuspense(ctx, tx, p, r, now)
	case reason.Of(err) != reason.SuspenseHandled:
		return err
	case p.OrderID != nil:
		return f.reversePosted(ctx, tx, p, r, now)
	case p.State == repay.Suspense:
		if kept, failed := repay.CancelReturn(ctx, tx, id, now.at); failed != nil || !kept {
			return errors.Join(failed, err)
		}
		return f.takeFromSuspense(ctx, tx, p, r, now)
	}
	// It was taken back under another event id.
	if taken, failed := repay.WasReversed(id).Read(ctx, tx); taken || failed != nil {
		return failed
	}
	return f.takeFromSuspense(ctx, tx, p, r, now)
}

// takeFromSuspense books a reversal; one of a payment of which a part is gone already is more than there was, and a
// person's. Where suspense is empty by then, the payer has the money twice and owes it.
func (f *Flow) takeFromSuspense(ctx context.Context, tx pgx.Tx, p repay.Payment, r payment.Report, now businessTime) error {
	parts, err := partsOf(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	if parts.taken > 0 {
		return f.reversePart(ctx, tx, p, r, now)
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
	repay.QueueReversed(b, p.ID, repay.Returned, r.Reference, r.Reason, f.reportedOn(r), now.at)
	if p.State == repay.Returned {
		queueGoneTwice(b, p, r, now)
	}
	return postgres.Send(ctx, tx, b)
}

// queueGoneTwice calls a person: the bank took a payment back that had gone back already.
func queueGoneTwice(b *pgx.Batch, p repay.Payment, r payment.Report, now businessTime) {
	repay.QueueAlarm(b, repay.Alarm{
		Kind: repay.ReturnedAndReversedAlarm, PaymentID: &p.ID, Detail: r.Reference + ": " + r.Reason, RaisedAt: now.at,
	})
}
