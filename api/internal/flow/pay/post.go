package pay

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/books"
)

// posting is a payment on its way into the books of its order.
type posting struct {
	payment repay.Payment
	// intent is nil when a person matched the payment.
	intent *repay.Intent
	now    moment
	// record writes the payment's row.
	record func(*pgx.Batch, repay.Payment) error
}

// post gives a payment to its order: under the lock it is replayed with all that happened before, the journal follows,
// the loan is settled when nothing is owed any more, and what is too much goes back.
func (f *Flow) post(ctx context.Context, tx pgx.Tx, p posting) error {
	order, member, now := *p.payment.OrderID, *p.payment.MemberID, p.now
	b := &pgx.Batch{}
	profile := credit.QueueLock(b, credit.First(member, f.config.Region, false), now.at)
	reading := books.QueueLocked(b, order, nil)
	if err := send(ctx, tx, b); err != nil {
		return err
	}
	facts, err := reading.Of(order)
	if err != nil {
		return err
	}
	if p.payment.ValueDate.Before(facts.Loan.DisbursedOn) {
		p.payment.ValueDate = facts.Loan.DisbursedOn
	}
	seq := len(facts.Splits) + 1
	p.payment.Seq = &seq
	split := repay.Split{
		PaymentID: p.payment.ID, Seq: seq, State: repay.Posted, ValueDate: p.payment.ValueDate, Amount: p.payment.Amount,
	}
	facts.Splits = insert(facts.Splits, split)
	after := facts.Replay(now.today)

	p.payment.State = repay.Posted
	p.payment.Outcome = outcome(facts, after, p)
	b = &pgx.Batch{}
	if err := p.record(b, p.payment); err != nil {
		return err
	}
	if p.intent != nil {
		repay.QueuePaid(b, p.intent.ID)
	}
	if err := books.NewWriter(b, facts, now.today, now.at).Pay(split); err != nil {
		return err
	}
	loan.QueueTold(b, loan.Told{
		OrderID: order, Event: loan.PaymentReceived, Actor: loan.ByBank, At: now.at,
		Detail: map[string]any{"paymentId": p.payment.ID, "amount": p.payment.Amount, "outcome": p.payment.Outcome},
	})
	jobs, err := f.refunds(b, order, facts.Order.Currency, after.Over, now.at)
	if err != nil {
		return err
	}
	if err := f.close(b, facts, *profile, after, now.at); err != nil {
		return err
	}
	jobs = append(jobs, job.Of(ReceiptArgs{PaymentID: p.payment.ID})...)
	if err := job.Queue(b, jobs...); err != nil {
		return err
	}
	return send(ctx, tx, b)
}

// close ends a loan of which nothing is owed any more, lets the borrower's credit tell it and asks for the certificate.
func (f *Flow) close(b *pgx.Batch, facts books.Facts, profile credit.Profile, after books.State, at time.Time) error {
	if !after.Settled() || !facts.Loan.SettledOn.IsZero() {
		return nil
	}
	order, on := facts.Order.ID, after.SettledOn
	loan.QueueSettle(b, order, on, at)
	if on.After(facts.DueDate(on)) {
		credit.QueueChange(b, profile.SettledLate(), credit.KindSettledLate, &order, at)
	} else {
		credit.QueueChange(b, profile.SettledOnTime(f.config.Region), credit.KindSettledOnTime, &order, at)
	}
	return job.Queue(b, job.Of(CertificateArgs{OrderID: order})...)
}

func outcome(facts books.Facts, after books.State, p posting) repay.Outcome {
	on := p.payment.ValueDate
	settled := after.SettledOn == on && !on.IsZero()
	early := on.Before(facts.DueDate(on))
	over := after.Over[p.payment.ID] > 0
	return repay.Judge(p.intent, p.payment.Amount, on, settled, early, over)
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
