package pay

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/books"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Why a payout is not booked as having come back.
var (
	ErrNotPaidOut = errors.New("no payout of this order has succeeded, so that none can have come back")
	// ErrReturnedOtherwise: a payout comes back once.
	ErrReturnedOtherwise = errors.New("this payout is in the books as having come back, under another reference of the bank's")
	// ErrNotThePayout: we have the reference as a payment that neither waits in suspense nor was matched to this order, or is
	// not of the payout's amount.
	ErrNotThePayout = errors.New("the payment of this reference is not the payout's money: another amount, a part taken back or sent back, or booked elsewhere")
)

// ReturnedPayout is an operator's word that the money of an order's payout came back.
type ReturnedPayout struct {
	Order uuid.UUID
	// Reference is the bank's own of the money that came back. Where it was reported as a payment, that payment is taken out of
	// suspense, or out of the order to which somebody has matched it.
	Reference string
	// Actor is the operator, Note what they have found out.
	Actor, Note string
}

// PayoutReturned takes a payout back that had succeeded, once, on an operator's word. The borrower never had the money:
// nothing that was charged is owed, the order ends, and whatever was paid goes back.
func (f *Flow) PayoutReturned(ctx context.Context, r ReturnedPayout) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.now()
		d, err := loan.LiveDisbursement(r.Order).Read(ctx, tx)
		if err != nil {
			return err
		}
		if d == nil || d.State != loan.DisbursementSucceeded {
			return ErrNotPaidOut
		}
		booked, err := f.takePayoutBack(ctx, tx, *d, f.config.Collection.Gateway, payoutReturn{reference: r.Reference, actor: r.Actor, why: r.Note}, now)
		if err != nil || !booked {
			return err
		}
		return audit.Write(ctx, tx, audit.Entry{
			At: now.at, Actor: r.Actor, Action: "payout.returned", Subject: "order:" + r.Order.String(),
			Detail: map[string]any{"reference": r.Reference, "note": r.Note},
		})
	})
}

// payoutReturned is PayoutReturned on the report of a gateway. One that comes before we know that the payout succeeded is
// refused, so that the gateway sends it again; what contradicts the books is shown to a person.
func (f *Flow) payoutReturned(ctx context.Context, tx pgx.Tx, gateway string, r payment.Report) error {
	now := f.now()
	b := &pgx.Batch{}
	delivery, err := idempotency.QueueEvent(b, "payment:"+gateway, r.ID, r, clock.Wall{}.Now())
	if err != nil {
		return err
	}
	sent := loan.DisbursementBy(r.OriginalReference).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	if fresh, err := delivery.Fresh(ctx, tx); err != nil || !fresh {
		return err
	}
	d := sent.Get()
	if d == nil || d.State == loan.DisbursementCreated || d.State == loan.DisbursementUnknown {
		return reason.New(reason.NotFound)
	}
	err = ErrNotPaidOut
	if d.State == loan.DisbursementSucceeded {
		err = ErrNotThePayout
	}
	if d.State == loan.DisbursementSucceeded && r.Amount == d.Amount && r.Currency == string(d.Currency) {
		_, err = f.takePayoutBack(ctx, tx, *d, gateway, payoutReturn{reference: r.Reference, actor: loan.ByBank, why: r.Reason}, now)
	}
	if !errors.Is(err, ErrNotPaidOut) && !errors.Is(err, ErrNotThePayout) && !errors.Is(err, ErrReturnedOtherwise) {
		return err
	}
	b = &pgx.Batch{}
	repay.QueueAlarm(b, repay.Alarm{
		Kind: repay.PayoutContradicted, DisbursementID: &d.ID, RaisedAt: now.at,
		Detail: fmt.Sprintf("%s: %d %s of %s: %v", r.Reference, r.Amount, r.Currency, d.Reference, err),
	})
	return postgres.Send(ctx, tx, b)
}

// payoutReturn is how a payout came back, and who says so.
type payoutReturn struct{ reference, actor, why string }

// takePayoutBack books it; false when it was booked before.
func (f *Flow) takePayoutBack(ctx context.Context, tx pgx.Tx, d loan.Disbursement, gateway string, r payoutReturn, now businessTime) (booked bool, err error) {
	held, handled, err := heldFor(ctx, tx, gateway, d, r)
	if err != nil {
		return false, err
	}
	o, err := loan.ByID(d.OrderID).Read(ctx, tx)
	if err != nil {
		return false, err
	}
	b := &pgx.Batch{}
	credit := queueLockedCredit(b, o.MemberID, o.ID)
	locked := books.Lock(o.ID, nil).Queue(b)
	known := loan.DisbursementBy(d.Reference).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return false, err
	}
	switch reference := known.Get().ReturnReference; {
	case reference == r.reference:
		return false, nil
	case reference != "":
		return false, ErrReturnedOtherwise
	case handled != nil:
		return false, handled
	}
	facts := locked.Get()
	var matched *repay.Split
	if held != nil && held.State == repay.Posted {
		taken, ok := markReversed(facts.Splits, *held)
		if !ok || taken.TakenBack > 0 || taken.Refunding+taken.Refunded > 0 || facts.PaidBy(taken) != nil {
			return false, ErrNotThePayout
		}
		matched = &taken
	}
	facts.Loan.ReturnedOn, facts.Loan.SettledOn = now.today, now.today
	b = &pgx.Batch{}
	if err := queueReturned(b, facts, d, held, matched, r, now); err != nil {
		return false, err
	}
	// What a settlement gave to the credit goes with it.
	f.judge(b, facts.Facts, credit, books.State{}, now.at)
	if err := f.queueRefunds(b, facts.Facts, facts.Replay(now.today), now.at); err != nil {
		return false, err
	}
	return true, postgres.Send(ctx, tx, b)
}

// heldFor finds and holds the payment that the money of a payout was reported as, in suspense or matched to its order; nil
// where it was not. handled says why the payment of that reference is none: it counts unless it has been taken for this
// payout before.
func heldFor(ctx context.Context, tx pgx.Tx, gateway string, d loan.Disbursement, r payoutReturn) (held *repay.Payment, handled, err error) {
	found, err := repay.ByReference(gateway, r.reference).Read(ctx, tx)
	if err != nil || found == nil {
		return nil, nil, err
	}
	p, err := repay.LockSuspense(ctx, tx, found.ID)
	switch {
	case reason.Of(err) == reason.SuspenseHandled && p.State == repay.Suspense:
		return nil, err, nil // on its way back: it may fail
	case reason.Of(err) == reason.SuspenseHandled && (p.State != repay.Posted || *p.OrderID != d.OrderID):
		return nil, ErrNotThePayout, nil
	case err != nil && reason.Of(err) != reason.SuspenseHandled:
		return nil, nil, err
	}
	gone, err := partsOf(ctx, tx, p.ID)
	if err != nil {
		return nil, nil, err
	}
	if p.Amount != d.Amount || p.Currency != d.Currency || gone.taken > 0 || gone.contradicted {
		return nil, ErrNotThePayout, nil
	}
	return &p, nil, nil
}

// queueReturned writes what a payout that came back means for order, loan and journal, and tells the borrower.
func queueReturned(b *pgx.Batch, facts books.Posted, d loan.Disbursement, held *repay.Payment, matched *repay.Split, r payoutReturn, now businessTime) error {
	var reportedAs *uuid.UUID
	switch {
	case matched != nil:
		repay.QueueReversed(b, held.ID, repay.Reversed, r.reference, r.why, now.at)
	case held != nil:
		reportedAs = &held.ID
		entries := ledger.Entries{}.Debit(ledger.Suspense, held.Amount).Credit(ledger.Bank, held.Amount)
		if err := ledger.Queue(b, ofPayment(*held, now, ledger.KindSuspenseMatch, entries)); err != nil {
			return err
		}
		repay.QueueReturned(b, held.ID)
	}
	loan.QueueDisbursementReturn(b, d.ID, r.reference, reportedAs, now.at)
	err := loan.QueueMove(b, loan.Move{
		OrderID: d.OrderID, From: loan.WaitingPayment, Event: loan.PayoutReturned, Actor: r.actor, At: now.at, ClosedAt: &now.at,
		Detail: map[string]any{"amount": d.Amount, "reference": d.Reference, "returnReference": r.reference, "reason": r.why},
	})
	if err != nil {
		return err
	}
	loan.QueueReturn(b, d.OrderID, now.today, now.at)
	repay.QueueReplaceOpenIntents(b, d.OrderID, now.at)
	notify.QueueForOrder(b, facts.Order, notify.PayoutReturned, now.at, "amount", money.Of(d.Amount, d.Currency))
	return books.NewWriter(b, facts, now.today, now.at).PayoutReturned(matched)
}
