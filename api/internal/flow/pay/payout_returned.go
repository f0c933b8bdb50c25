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
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Reasons why a payout is not booked as returned.
var (
	ErrNotPaidOut = errors.New("no payout of this order has succeeded, so none can have come back")
	// ErrReturnDoubted means that something speaks against the return, so it is booked only if the operator insists.
	ErrReturnDoubted = errors.New("check that this is the right transfer and ask the bank; use --insist to book the return anyway")
)

// maxReturnDays is the number of days within which banks return a payout. After that, a return without --insist needs money
// that a gateway has reported, because a typed reference proves nothing.
const maxReturnDays = 14

// ReturnedPayout is an operator's statement that the money of an order's payout came back.
type ReturnedPayout struct {
	Order uuid.UUID
	// Amount is what was paid out, in minor units. A mistyped order number usually belongs to an order of another
	// amount.
	Amount int64
	// Account is the account that the money was sent to, as the bank's message names it. The last four digits are
	// enough.
	Account string
	// Reference is the bank's reference of the returned money. If that money was reported as a payment, the payment is
	// taken out of suspense, or out of the order to which somebody has matched it.
	Reference string
	// InsteadOf is the mistyped reference in the books that Reference replaces; otherwise empty.
	InsteadOf string
	// Fee is what the bank kept of it, in minor units.
	Fee int64
	// On is the day on which the bank booked it; the zero date if unknown.
	On money.Date
	// Insist books the return despite doubts.
	Insist bool
	// Actor is the operator; Note says what they have found out.
	Actor, Note string
}

// PayoutReturned reverses a successful payout, once, on an operator's statement. A repeated call changes only the day,
// or, with InsteadOf, the reference. The borrower never had the money, so none of the charges are owed, the order ends,
// and everything that was repaid is refunded. It returns ErrReturnDoubted if the borrower seems to have had the money.
func (f *Flow) PayoutReturned(ctx context.Context, r ReturnedPayout) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		d, err := loan.LiveDisbursement(r.Order).Read(ctx, tx)
		if err != nil {
			return err
		}
		if d == nil || d.State != loan.DisbursementSucceeded {
			return ErrNotPaidOut
		}
		stated := returned{reference: r.Reference, actor: r.Actor, why: r.Note, insteadOf: r.InsteadOf, fee: r.Fee, day: r.On, insist: r.Insist}
		if err := f.checkReturn(paidOut(*d), d.CreatedAt, r.Amount, stated); err != nil {
			return err
		}
		account, err := bankcard.Last4(d.BankCardID).Read(ctx, tx)
		if err != nil {
			return err
		}
		if err := checkAccount(account, r.Account, r.Insist); err != nil {
			return err
		}
		booked, err := f.takePayoutBack(ctx, tx, *d, f.config.Collection.Gateway, stated)
		if err != nil {
			return err
		}
		entry := auditReturned("payout.returned", "order:"+r.Order.String(), stated, f.now())
		if !booked {
			return dateAgain(ctx, tx, r.On, loan.SetDisbursementReturnBankDay(d.ID, r.On), entry)
		}
		return audit.Write(ctx, tx, entry)
	})
}

// payoutReturned is PayoutReturned for a gateway's report. A report that arrives before the payout is known to have
// succeeded is refused, so that the gateway sends it again.
func (f *Flow) payoutReturned(ctx context.Context, tx pgx.Tx, gateway string, d loan.Disbursement, r payment.Report, now servicing.Time) error {
	err := ErrNotPaidOut
	switch d.State {
	case loan.DisbursementCreated, loan.DisbursementUnknown:
		return reason.New(reason.NotFound)
	case loan.DisbursementSucceeded:
		var back returned
		if back, err = f.returnedAs(paidOut(d), r); err == nil {
			_, err = f.takePayoutBack(ctx, tx, d, gateway, back)
		}
	}
	return contradictReturn(ctx, tx, repay.Alarm{DisbursementID: &d.ID}, d.Reference, r, err, now)
}

func paidOut(d loan.Disbursement) outgoing {
	return outgoing{id: d.ID, order: d.OrderID, amount: d.Amount, currency: d.Currency}
}

// takePayoutBack books the return. booked is false if it was booked before.
func (f *Flow) takePayoutBack(ctx context.Context, tx pgx.Tx, d loan.Disbursement, gateway string, r returned) (booked bool, err error) {
	held, handled, err := heldFor(ctx, tx, gateway, paidOut(d), r)
	if err != nil {
		return false, err
	}
	o, err := loan.ByID(d.OrderID).Read(ctx, tx)
	if err != nil {
		return false, err
	}
	b := &pgx.Batch{}
	credit := queueLockedCredit(b, o.MemberID, o.ID)
	locked := servicing.LockFacts(o.ID, f.clock).Queue(b)
	known := loan.DisbursementBy(d.Reference).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return false, err
	}
	facts := locked.Get()
	now := facts.Now
	was := bookedReturn{reference: known.Get().ReturnReference, fee: known.Get().ReturnFee, byHand: loan.ReturnedByHand(o.ID)}
	if done, err := was.known(r, handled); done || err != nil {
		return false, err
	}
	if r.insteadOf != "" {
		return true, was.correct(ctx, tx, gateway, held, r, now, func(b *pgx.Batch, reportedAs *uuid.UUID) {
			loan.QueueCorrectReturn(b, d.ID, r.reference, r.day, reportedAs)
		})
	}
	var matched *repay.Split
	if held != nil && held.State == repay.Posted {
		taken, ok := markReversed(facts.Splits, *held)
		if !ok || taken.TakenBack > 0 || taken.Refunding+taken.Refunded > 0 || facts.PaidBy(taken) != nil {
			return false, ErrTransferMismatch
		}
		matched = &taken
	}
	if err := doubts(facts.Facts, held, now); err != nil && !r.insist {
		return false, err
	}
	facts.Loan.ReturnedOn, facts.Loan.SettledOn = now.Today, now.Today
	b = &pgx.Batch{}
	if err := queueReturned(b, facts, d, held, matched, r); err != nil {
		return false, err
	}
	// Whatever a settlement gave to the credit is undone.
	f.queueCredit(b, facts.Facts, credit, servicing.State{}, now.At)
	if err := f.queueRefunds(b, facts.Facts, facts.Replay(now.Today), now); err != nil {
		return false, err
	}
	return true, postgres.Send(ctx, tx, b)
}

// doubts returns what speaks against the return of a payout, or nil: the borrower acts like somebody who had the money,
// or the operator's statement is the only evidence. held is the returned money, if a gateway has reported it.
func doubts(facts servicing.Facts, held *repay.Payment, now servicing.Time) error {
	var repaid int64
	for _, s := range facts.Splits {
		if s.State == repay.Posted {
			repaid = money.Sum(repaid, s.Amount)
		}
	}
	days := now.Today.DaysSince(facts.Loan.DisbursedOn)
	switch {
	case repaid > 0:
		return fmt.Errorf("%s were repaid on this loan, but a borrower who never got the money repays nothing: %w", money.Of(repaid, facts.Order.Currency), ErrReturnDoubted)
	case len(facts.Extensions) > 0:
		return fmt.Errorf("this loan was extended, but a borrower who never got the money extends nothing: %w", ErrReturnDoubted)
	case held == nil && days > maxReturnDays:
		return fmt.Errorf("the payout was %d days ago, and no gateway has reported money with this reference: %w", days, ErrReturnDoubted)
	}
	return nil
}

// queueReturned writes the effects of a returned payout on the order, the loan and the journal, and notifies the
// borrower.
func queueReturned(b *pgx.Batch, facts servicing.Locked, d loan.Disbursement, held *repay.Payment, matched *repay.Split, r returned) error {
	now := facts.Now
	var reportedAs *uuid.UUID
	switch {
	case matched != nil:
		repay.QueueReversed(b, held.ID, repay.Reversed, r.reference, r.why, r.day, now.At)
	case held != nil:
		reportedAs = &held.ID
		if err := queueOutOfSuspense(b, *held, now); err != nil {
			return err
		}
	}
	loan.QueueDisbursementReturn(b, d.ID, r.reference, r.fee, r.day, reportedAs, now.At)
	if err := queueReturnFee(b, paidOut(d), r, now); err != nil {
		return err
	}
	err := loan.QueueMove(b, loan.Move{
		OrderID: d.OrderID, From: loan.WaitingPayment, Event: loan.PayoutReturned, Actor: r.actor, At: now.At, ClosedAt: &now.At,
		Detail: map[string]any{"amount": d.Amount, "reference": d.Reference, "returnReference": r.reference, "fee": r.fee, "reason": r.why},
	})
	if err != nil {
		return err
	}
	loan.QueueReturn(b, d.OrderID, now.Today, now.At)
	repay.QueueReplaceOpenIntents(b, d.OrderID, now.At)
	notify.QueueForOrder(b, facts.Order, notify.PayoutReturned, now.At, "amount", money.Of(d.Amount, d.Currency))
	return servicing.NewWriter(b, facts).PayoutReturned(matched)
}
