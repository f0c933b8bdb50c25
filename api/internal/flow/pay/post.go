package pay

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// posting is a payment that is about to be booked to its order.
type posting struct {
	payment repay.Payment
	// intent is nil if an operator matched the payment without declaring it an extension fee.
	intent *repay.Intent
	// asFee means that the payment must buy an extension; otherwise it is refused.
	asFee bool
	// reversals are the parts that the bank took back while the payment was in suspense.
	reversals []repay.PartialReversal
	// record writes the payment's row.
	record func(*pgx.Batch, repay.Payment, servicing.Time) error
}

// post books a payment to its order. Under the lock it replays the payment with everything that happened before,
// updates the journal, settles the loan if nothing is owed any more, and refunds the overpaid amount. Its writes are
// queued in last.
func (f *Flow) post(ctx context.Context, tx pgx.Tx, last *pgx.Batch, p posting) error {
	order, member := *p.payment.OrderID, *p.payment.MemberID
	b := &pgx.Batch{}
	credit := queueLockedProfile(b, member)
	locked := servicing.LockFacts(order, f.clock).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	facts, split, extension, err := f.place(locked.Get(), &p)
	if err != nil {
		return err
	}
	now := facts.Now
	after := facts.Replay(now.Today)
	// Most payments settle nothing, and reading the settlement costs one more statement per payment.
	if settles(facts.Facts, after) {
		if err := credit.readSettlement(ctx, tx, order); err != nil {
			return err
		}
	}

	p.payment.State = repay.Posted
	p.payment.Outcome = outcome(facts.Facts, after, p, extension != nil)
	if err := p.record(last, p.payment, now); err != nil {
		return err
	}
	repay.QueueIntentsPaid(last, p.paidIntent(), order, after.Owed.Total())
	if extension != nil {
		repay.QueueReplaceOpenIntents(last, order, now.At)
	}
	if err := servicing.NewWriter(last, facts).Pay(split, after); err != nil {
		return err
	}
	loan.QueueEvent(last, loan.OrderEvent{
		OrderID: order, Event: loan.PaymentReceived, Actor: loan.ByBank, At: now.At,
		Detail: map[string]any{"paymentId": p.payment.ID, "amount": p.payment.Amount, "outcome": p.payment.Outcome},
	})
	if extension != nil {
		loan.QueueExtend(last, order, *extension, loan.ByBank, now.At)
	}
	queuePaymentNotice(last, facts.Order, p.payment, extension, now.At)
	return f.settleAndRefund(last, facts.Facts, credit, after, now)
}

// paidIntent returns the intent that the payment named, or the nil UUID.
func (p posting) paidIntent() uuid.UUID {
	if p.intent == nil {
		return uuid.Nil
	}
	return p.intent.ID
}

// place adds a payment to the facts of its order, with the extension that it buys, or nil. A payment dated before the
// payout counts from the payout on.
func (f *Flow) place(facts servicing.Locked, p *posting) (servicing.Locked, repay.Split, *loan.Extension, error) {
	if p.payment.ValueDate.Before(facts.Loan.DisbursedOn) {
		p.payment.ValueDate = facts.Loan.DisbursedOn
	}
	seq := facts.LastPayment() + 1
	p.payment.Seq = &seq
	split := repay.Split{
		PaymentID: p.payment.ID, Seq: seq, State: repay.Posted, ValueDate: p.payment.ValueDate, Amount: p.payment.Amount,
	}.TakenBackBy(p.reversals)
	extension, why := f.boughtExtension(facts.Facts, *p)
	if p.asFee && extension == nil {
		return facts, split, nil, why
	}
	if extension != nil {
		facts.Facts = facts.Extended(*extension)
	}
	facts.Splits = insert(facts.Splits, split)
	return facts, split, extension, nil
}

// queuePaymentNotice tells the borrower what their payment did.
func queuePaymentNotice(b *pgx.Batch, o loan.Order, p repay.Payment, extension *loan.Extension, at time.Time) {
	switch {
	case extension != nil:
		notify.QueueForOrder(b, o, notify.Extended, at, "date", extension.NewDueDate, "paid", money.Of(extension.Fee, o.Currency))
	case p.Outcome == repay.NotExtended:
		notify.QueueForOrder(b, o, notify.NotExtended, at, "amount", money.Of(p.Amount, p.Currency))
	default:
		notify.QueueForOrder(b, o, notify.PaymentReceived, at, "amount", money.Of(p.Amount, p.Currency))
	}
}

func outcome(facts servicing.Facts, after servicing.State, p posting, extended bool) repay.Outcome {
	on := p.payment.ValueDate
	settled := after.SettledOn == on && !on.IsZero()
	early := on.Before(facts.DueDate(on))
	over := after.Over[p.payment.ID] > 0
	told := repay.OutcomeOf(p.intent, p.payment.Amount, on, settled, early, over)
	if p.intent != nil && p.intent.Purpose == repay.ForExtension && (told == repay.PartPaid || told == repay.LateQuote) {
		if extended {
			return repay.Extended
		}
		return repay.NotExtended
	}
	return told
}

// insert inserts a payment by its value date, after those of the same date. This is the order in which the store reads
// them.
func insert(splits []repay.Split, s repay.Split) []repay.Split {
	at := slices.IndexFunc(splits, func(other repay.Split) bool { return other.ValueDate.After(s.ValueDate) })
	if at < 0 {
		at = len(splits)
	}
	return slices.Insert(slices.Clone(splits), at, s)
}
