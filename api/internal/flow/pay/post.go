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

// posting is a payment on its way into the books of its order.
type posting struct {
	payment repay.Payment
	// intent is nil when a person matched the payment, and did not say that it is an extension fee.
	intent *repay.Intent
	// asFee lets the payment buy an extension, or go nowhere.
	asFee bool
	// reversals are parts of it that the bank took back while it waited in suspense.
	reversals []repay.PartialReversal
	now       businessTime
	// record writes the payment's row.
	record func(*pgx.Batch, repay.Payment) error
}

// post gives a payment to its order: under the lock it is replayed with all that happened before, the journal follows, the loan is
// settled when nothing is owed any more, and what is too much goes back. What it writes is left in last.
func (f *Flow) post(ctx context.Context, tx pgx.Tx, last *pgx.Batch, p posting) error {
	order, member, now := *p.payment.OrderID, *p.payment.MemberID, p.now
	b := &pgx.Batch{}
	credit := queueLockedProfile(b, member)
	locked := servicing.Lock(order, nil).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	facts, split, extension, err := f.place(locked.Get(), &p)
	if err != nil {
		return err
	}
	after := facts.Replay(now.today)
	// Most payments settle nothing, and the settlement is one more statement for each.
	if settles(facts.Facts, after) {
		if err := credit.readSettlement(ctx, tx, order); err != nil {
			return err
		}
	}

	p.payment.State = repay.Posted
	p.payment.Outcome = outcome(facts.Facts, after, p, extension != nil)
	if err := p.record(last, p.payment); err != nil {
		return err
	}
	repay.QueueIntentsPaid(last, p.paidIntent(), order, after.Owed.Total())
	if extension != nil {
		repay.QueueReplaceOpenIntents(last, order, now.at)
	}
	if err := servicing.NewWriter(last, facts, now.today, now.at).Pay(split, after); err != nil {
		return err
	}
	loan.QueueEvent(last, loan.OrderEvent{
		OrderID: order, Event: loan.PaymentReceived, Actor: loan.ByBank, At: now.at,
		Detail: map[string]any{"paymentId": p.payment.ID, "amount": p.payment.Amount, "outcome": p.payment.Outcome},
	})
	if extension != nil {
		loan.QueueExtend(last, order, *extension, loan.ByBank, now.at)
	}
	queuePaymentNotice(last, facts.Order, p.payment, extension, now.at)
	return f.settleAndRefund(last, facts.Facts, credit, after, now)
}

// paidIntent is the intent that the money named; zero where it named none.
func (p posting) paidIntent() uuid.UUID {
	if p.intent == nil {
		return uuid.Nil
	}
	return p.intent.ID
}

// place puts a payment among the facts of its order, with the extension that it buys; nil when it buys none. One from
// before the payout counts from the payout.
func (f *Flow) place(facts servicing.Posted, p *posting) (servicing.Posted, repay.Split, *loan.Extension, error) {
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
		queueExtensionNotice(b, o, *extension, at)
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

// insert puts a payment where its value date places it, after those of the same date: the order in which the store
// reads them.
func insert(splits []repay.Split, s repay.Split) []repay.Split {
	at := slices.IndexFunc(splits, func(other repay.Split) bool { return other.ValueDate.After(s.ValueDate) })
	if at < 0 {
		at = len(splits)
	}
	return slices.Insert(slices.Clone(splits), at, s)
}
