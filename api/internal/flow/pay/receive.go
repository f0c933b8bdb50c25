package pay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Receive takes a gateway's report whose signature has been checked. However often a report comes, and under however
// many event ids, its money counts once. An event id that came with another content is IdempotencyConflict; a payment
// that is reported again with another amount calls a person.
func (f *Flow) Receive(ctx context.Context, gateway string, r payment.Report) error {
	r.PaidAt = r.PaidAt.UTC()
	once := func() error {
		return postgres.InTxBatched(ctx, f.pool, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
			switch r.Type {
			case payment.ReportReversal:
				return f.reverse(ctx, tx, gateway, r)
			case payment.ReportPayoutReturned:
				return f.transferReturned(ctx, tx, gateway, r)
			default:
				return f.receive(ctx, tx, last, gateway, r)
			}
		})
	}
	err := once()
	// Another report of the same payment was faster, and this one is held against it; or a number was drawn that another
	// payment has, as one in a thousand does on a day of a hundred thousand, and is drawn again.
	if postgres.IsViolation(err, "payment_gateway_key") || postgres.IsViolation(err, "payment_serial_key") {
		err = once()
	}
	if r.Type == payment.ReportReversal && reason.Of(err) == reason.SuspenseHandled {
		err = errors.Join(err, f.withholdReturn(ctx, gateway, r))
	}
	return err
}

func (f *Flow) receive(ctx context.Context, tx pgx.Tx, last *pgx.Batch, gateway string, r payment.Report) error {
	now := f.now()
	memo, ours := f.memoOf(r)
	var known bookedReference
	var match *postgres.Answer[repay.Match]
	fresh, err := firstReport(ctx, tx, gateway, r, func(b *pgx.Batch) {
		known = queueReference(b, gateway, r.Reference)
		match = repay.MatchOf(memo, r.Amount, now.at).Queue(b)
	})
	if err != nil || !fresh {
		return err
	}
	if recorded := known.payment.Get(); recorded != nil {
		return contradict(last, *recorded, r, now)
	}
	if known.returned.Get() {
		return nil // a transfer of ours that came back, and is in the books as that
	}
	p, err := f.payment(gateway, r, now)
	if err != nil {
		return err
	}
	if !ours {
		return suspend(last, p, now, repay.AccountUnknownAlarm)
	}
	intent := match.Get().Intent()
	if intent == nil || string(intent.Currency) != r.Currency {
		return suspend(last, p, now)
	}
	p.IntentID, p.OrderID, p.MemberID, p.Type = &intent.ID, &intent.OrderID, &intent.MemberID, intent.Method
	return f.post(ctx, tx, last, posting{payment: p, intent: intent, now: now, record: record})
}

// firstReport writes down that a report has come, and in the same round trip does what queue asks for; false when the report was
// heard before.
func firstReport(ctx context.Context, tx pgx.Tx, gateway string, r payment.Report, queue func(*pgx.Batch)) (bool, error) {
	b := &pgx.Batch{}
	delivery, err := idempotency.QueueEvent(b, "payment:"+gateway, r.ID, r, clock.Wall{}.Now())
	if err != nil {
		return false, err
	}
	queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return false, err
	}
	return delivery.Fresh(ctx, tx)
}

// memoOf is what says whose a payment is: the code whose own account it came to, whatever its memo says, else the memo. ours
// tells whether it came to an account of ours.
func (f *Flow) memoOf(r payment.Report) (memo repay.Memo, ours bool) {
	if code := f.codeOf(r.Account); code != "" {
		return repay.Memo{Whole: []string{code}}, true
	}
	return repay.ReadMemo(r.Memo), f.config.Collection.Owns(r.Account)
}

// record writes a payment that has just come in.
func record(b *pgx.Batch, p repay.Payment) error {
	repay.QueuePayment(b, p)
	return nil
}

// oldest is before any payment that a bank can mean.
var oldest = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// payment reads a report. Money that the bank dates in our future counts from today.
func (f *Flow) payment(gateway string, r payment.Report, now businessTime) (repay.Payment, error) {
	if r.Amount <= 0 || !money.Currency(r.Currency).Valid() || r.PaidAt.Before(oldest) {
		return repay.Payment{}, reason.New(reason.InvalidParameter)
	}
	id, err := newID()
	if err != nil {
		return repay.Payment{}, fmt.Errorf("pay: %w", err)
	}
	return repay.Payment{
		ID: id, Gateway: gateway, GatewayReference: r.Reference, Serial: repay.NewSerial(now.today),
		Amount: r.Amount, Currency: money.Currency(r.Currency), Memo: r.Memo, Type: repay.ByBank,
		PaidFrom: secret.MaskAccount(r.PayerAccount), PaidTo: r.Account,
		PaidAt: r.PaidAt, ValueDate: f.valueDate(r.PaidAt, now.today), ReceivedAt: now.at,
	}, nil
}

// valueDate is from when money counts that came on a business date: from the day on which it was paid.
func (f *Flow) valueDate(paidAt time.Time, came money.Date) money.Date {
	if on := f.config.Region.Today(paidAt); on.Before(came) {
		return on
	}
	return came
}

// contradict holds a report against the payment that is recorded under its reference. Another amount may be other money:
// nothing is booked, and a person asks the bank.
func contradict(b *pgx.Batch, p repay.Payment, r payment.Report, now businessTime) error {
	if p.Amount == r.Amount && string(p.Currency) == r.Currency {
		return nil
	}
	if r.Amount <= 0 || !money.Currency(r.Currency).Valid() {
		return reason.New(reason.InvalidParameter)
	}
	repay.QueueAlarm(b, repay.Alarm{
		Kind: repay.PaymentContradictedAlarm, PaymentID: &p.ID, RaisedAt: now.at,
		Detail: fmt.Sprintf("%s: %s, recorded as %s", r.Reference, money.Of(r.Amount, money.Currency(r.Currency)), p.Money()),
	})
	return nil
}

// suspend keeps money whose owner nobody knows yet in books of its own, and calls a person for each of the reasons.
func suspend(b *pgx.Batch, p repay.Payment, now businessTime, why ...repay.AlarmKind) error {
	p.State = repay.Suspense
	repay.QueuePayment(b, p)
	for _, kind := range why {
		repay.QueueAlarm(b, repay.Alarm{Kind: kind, PaymentID: &p.ID, Detail: p.PaidTo, RaisedAt: now.at})
	}
	entries := ledger.Entries{}.Debit(ledger.Bank, p.Amount).Credit(ledger.Suspense, p.Amount)
	return ledger.Queue(b, ofPayment(p, now, ledger.KindSuspense, entries))
}

// ofPayment is a transaction in the scope of a payment: of its money in suspense, or of what its payer owes.
func ofPayment(p repay.Payment, now businessTime, kind string, entries ledger.Entries) ledger.Transaction {
	return ledger.Transaction{
		Key: kind + ":" + p.ID.String(), Kind: kind, Scope: p.ID, PostingDate: now.today, ValueDate: p.ValueDate,
		At: now.at, Currency: p.Currency, Entries: entries,
	}
}
