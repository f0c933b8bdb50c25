package pay

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Reasons why no decision can be made about a partial reversal.
var (
	ErrReversalDecided    = errors.New("this reversal is already decided, or its payment is not on the loan any more")
	ErrReversalInSuspense = errors.New("the payment belongs to no loan: match it first, or return the rest of it")
	ErrReversalNotBooked  = errors.New("more was taken back than was left of the payment, or the currency differs: settle it with the bank, then dismiss this reversal")
	ErrReversalOpen       = errors.New("the bank reports that it took back more than was left of this payment, or another currency: settle it with the bank, then dismiss that reversal first")
)

// Decision is an operator's decision about a partial reversal.
type Decision struct {
	Reversal repay.PartialReversal
	// Actor is the operator; Note says what they have found out.
	Actor, Note string
}

// ApplyReversal makes the loan owe again the amount that the bank took back of a payment. A settled loan is reopened.
// The payer's debt for that amount, which the journal has carried since the report, is cleared.
func (f *Flow) ApplyReversal(ctx context.Context, d Decision) error {
	if !d.Reversal.Booked {
		return ErrReversalNotBooked
	}
	return f.decide(ctx, d, repay.ReversalApplied, func(b *pgx.Batch, p repay.Payment, facts servicing.Locked) (servicing.Facts, error) {
		return f.takePart(b, p, facts, d.Reversal)
	})
}

// DismissReversal leaves the loan as it is; any overpayment of the payment is refunded as usual. The payer's debt for
// the amount stays in the journal, as a matter between the payer and us.
func (f *Flow) DismissReversal(ctx context.Context, d Decision) error {
	return f.decide(ctx, d, repay.ReversalDismissed, func(b *pgx.Batch, _ repay.Payment, facts servicing.Locked) (servicing.Facts, error) {
		return facts.Facts, servicing.NewWriter(b, facts).Follow("after:dismissal:" + d.Reversal.ID.String())
	})
}

// decide records a decision once, under the lock of the loan, together with its consequences. change updates the books.
func (f *Flow) decide(ctx context.Context, d Decision, outcome repay.ReversalOutcome, change func(*pgx.Batch, repay.Payment, servicing.Locked) (servicing.Facts, error)) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		p, err := repay.PaymentByID(d.Reversal.PaymentID).Read(ctx, tx)
		if err == nil && p.OrderID == nil {
			p, err = repay.LockPayment(p.ID).Read(ctx, tx) // somebody may be matching it
		}
		if err != nil {
			return err
		}
		if p.OrderID == nil {
			return decideInSuspense(ctx, tx, p, d, outcome, f.now())
		}
		b := &pgx.Batch{}
		var fresh *postgres.Answer[bool]
		credit := queueLockedCredit(b, *p.MemberID, *p.OrderID)
		locked, err := f.lockAfter(ctx, tx, b, *p.OrderID, func(b *pgx.Batch, now servicing.Time) {
			fresh = repay.DecideReversal(d.Reversal.ID, outcome, d.Actor, d.Note, now.At).Queue(b)
			if outcome == repay.ReversalApplied {
				repay.QueueCancelRefunds(b, *p.OrderID, p.ID, now.At)
			}
		})
		if err != nil {
			return err
		}
		if !fresh.Get() {
			return ErrReversalDecided
		}
		now := locked.Now
		b = &pgx.Batch{}
		facts, err := change(b, p, locked)
		if err != nil {
			return err
		}
		if err := f.settleAndRefund(b, facts, credit, facts.Replay(now.Today), now); err != nil {
			return err
		}
		if err := queueDecided(b, d, outcome, now); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}

// decideInSuspense records a decision about a payment without an order, under the lock of the payment. There is no loan
// that could owe the amount again.
func decideInSuspense(ctx context.Context, tx pgx.Tx, p repay.Payment, d Decision, outcome repay.ReversalOutcome, now servicing.Time) error {
	if outcome == repay.ReversalApplied {
		return ErrReversalInSuspense
	}
	b := &pgx.Batch{}
	fresh := repay.DecideReversal(d.Reversal.ID, outcome, d.Actor, d.Note, now.At).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	if !fresh.Get() {
		return ErrReversalDecided
	}
	b = &pgx.Batch{}
	if err := queueDecided(b, d, outcome, now); err != nil {
		return err
	}
	return postgres.Send(ctx, tx, b)
}

// takePart removes a part of a payment from the books of its loan. The last part of a payment that is taken back in
// parts reverses the whole payment.
func (f *Flow) takePart(b *pgx.Batch, p repay.Payment, posted servicing.Locked, r repay.PartialReversal) (servicing.Facts, error) {
	before, facts, now := posted, posted.Facts, posted.Now
	before.Splits, facts.Splits = nil, append([]repay.Split(nil), facts.Splits...)
	var taken *repay.Split
	for i := range facts.Splits {
		earlier := facts.Splits[i]
		if earlier.PaymentID == p.ID && earlier.State == repay.Posted {
			taken = &facts.Splits[i]
			earlier.OwedAgain -= r.Amount
		}
		before.Splits = append(before.Splits, earlier)
	}
	if taken == nil {
		return facts, ErrReversalDecided
	}
	if taken.OwedAgain == taken.Amount {
		taken.State = repay.Reversed
		repay.QueueReversed(b, p.ID, repay.Reversed, r.Reference, r.Reason, r.BankDay, now.At)
	}
	loan.QueueEvent(b, loan.OrderEvent{
		OrderID: facts.Order.ID, Event: loan.PaymentReversed, Actor: loan.ByBank, At: now.At,
		Detail: map[string]any{"paymentId": p.ID, "amount": r.Amount},
	})
	after := facts
	if taken.OwedAgain == r.Amount { // the first part: undo the extension that the payment bought
		after = f.undoExtension(b, facts, *taken, loan.ByBank, now)
	}
	name := "reversal:part:" + r.ID.String()
	if err := servicing.NewWriter(b, before).TakePart(after, *taken, r.ID, name); err != nil {
		return after, err
	}
	claim := ofPayment(p, now, ledger.KindReversal, ledger.Entries{}.Debit(ledger.Bank, r.Amount).Credit(ledger.PayerReceivable, r.Amount))
	claim.Key = name + ":payer"
	state := after.Replay(now.Today)
	if facts.Loan.SettledOn.IsZero() || state.Settled() {
		notify.QueueForOrder(b, facts.Order, notify.PaymentReversed, now.At, "amount", money.Of(r.Amount, r.Currency))
	}
	if owedByNobody(after, state) {
		queueGoneTwice(b, p, r.Reference, r.Reason, now)
	}
	return after, ledger.Queue(b, claim)
}

// queueDecided closes the alarm and writes the decision to the audit log.
func queueDecided(b *pgx.Batch, d Decision, outcome repay.ReversalOutcome, now servicing.Time) error {
	repay.QueueCloseReversalAlarm(b, d.Reversal.PaymentID, d.Actor, d.Note, now.At)
	return audit.Queue(b, audit.Entry{
		At: now.At, Actor: d.Actor, Action: "reversal." + string(outcome), Subject: "payment:" + d.Reversal.PaymentID.String(),
		Detail: map[string]any{"reversal": d.Reversal.ID, "amount": d.Reversal.Amount, "note": d.Note},
	})
}
