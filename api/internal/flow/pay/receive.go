package pay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Receive processes a gateway's report whose signature has been checked. Its money counts once, however often it is
// reported and under whichever event ids. An event id that is reused with different content returns
// IdempotencyConflict. A payment that is reported again with another amount raises an alarm.
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
	// Either a concurrent report of the same payment was committed first, and the retry compares this one with it. Or
	// the drawn serial is taken, which happens to one payment in a thousand on a day with a hundred thousand payments,
	// and the retry draws another.
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
		match = repay.MatchOf(memo, r.Amount, now.At).Queue(b)
	})
	if err != nil || !fresh {
		return err
	}
	if recorded := known.payment.Get(); recorded != nil {
		return contradict(last, *recorded, r, now)
	}
	if known.returned.Get() {
		return nil // a transfer of ours that came back and is already booked as such
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
	return f.post(ctx, tx, last, posting{payment: p, intent: intent, record: record})
}

// firstReport records that a report has arrived and sends the statements of queue in the same round trip. It returns
// false if the report was received before.
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

// memoOf returns what identifies the owner of a payment: the code that belongs to the account it was paid to, whatever
// its memo says, or else the memo. ours reports whether it was paid to an account of ours.
func (f *Flow) memoOf(r payment.Report) (memo repay.Memo, ours bool) {
	if code := f.codeOf(r.Account); code != "" {
		return repay.Memo{Whole: []string{code}}, true
	}
	return repay.ReadMemo(r.Memo), f.config.Collection.Owns(r.Account)
}

// codeOf returns the code of a virtual account, under the current or an earlier prefix; empty for other
// accounts. The check digits cover the prefix, so a number is valid under one prefix only.
func (f *Flow) codeOf(account string) string {
	if f.config.Region.PayCode != region.VirtualAccount {
		return ""
	}
	number, to := payment.Plain(account), f.config.Collection
	for _, prefix := range append([]string{to.VirtualPrefix}, to.EarlierPrefixes...) {
		if code := repay.CodeOfAccount(prefix, number); code != "" {
			return code
		}
	}
	return ""
}

// record writes a payment that has just come in.
func record(b *pgx.Batch, p repay.Payment, _ servicing.Time) error {
	repay.QueuePayment(b, p)
	return nil
}

// oldest is earlier than any payment that a bank can mean.
var oldest = time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)

// payment builds a payment from a report. Money that the bank dates in the future counts from today.
func (f *Flow) payment(gateway string, r payment.Report, now servicing.Time) (repay.Payment, error) {
	if r.Amount <= 0 || !money.Currency(r.Currency).Valid() || r.PaidAt.Before(oldest) {
		return repay.Payment{}, reason.New(reason.InvalidParameter)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return repay.Payment{}, fmt.Errorf("pay: %w", err)
	}
	return repay.Payment{
		ID: id, Gateway: gateway, GatewayReference: r.Reference, Serial: repay.NewSerial(now.Today),
		Amount: r.Amount, Currency: money.Currency(r.Currency), Memo: r.Memo, Type: repay.ByBank,
		PaidFrom: secret.MaskAccount(r.PayerAccount), PaidTo: r.Account,
		PaidAt: r.PaidAt, ValueDate: f.valueDate(r.PaidAt, now.Today), ReceivedAt: now.At,
	}, nil
}

// valueDate returns the date from which money that arrived on a business date counts: the day on which it was paid, but
// not later than the day on which it arrived.
func (f *Flow) valueDate(paidAt time.Time, came money.Date) money.Date {
	if on := f.config.Region.Today(paidAt); on.Before(came) {
		return on
	}
	return came
}

// contradict compares a report with the payment that is recorded under its reference. A different amount may be other
// money, so nothing is booked and an alarm asks an operator to check with the bank.
func contradict(b *pgx.Batch, p repay.Payment, r payment.Report, now servicing.Time) error {
	if p.Amount == r.Amount && string(p.Currency) == r.Currency {
		return nil
	}
	if r.Amount <= 0 || !money.Currency(r.Currency).Valid() {
		return reason.New(reason.InvalidParameter)
	}
	repay.QueueAlarm(b, repay.Alarm{
		Kind: repay.PaymentContradictedAlarm, PaymentID: &p.ID, RaisedAt: now.At,
		Detail: fmt.Sprintf("%s: %s, recorded as %s", r.Reference, money.Of(r.Amount, money.Currency(r.Currency)), p.Money()),
	})
	return nil
}

// suspend books money whose owner is unknown to suspense, and raises an alarm for each of the reasons.
func suspend(b *pgx.Batch, p repay.Payment, now servicing.Time, why ...repay.AlarmKind) error {
	p.State = repay.Suspense
	repay.QueuePayment(b, p)
	for _, kind := range why {
		repay.QueueAlarm(b, repay.Alarm{Kind: kind, PaymentID: &p.ID, Detail: p.PaidTo, RaisedAt: now.At})
	}
	entries := ledger.Entries{}.Debit(ledger.Bank, p.Amount).Credit(ledger.Suspense, p.Amount)
	return ledger.Queue(b, ofPayment(p, now, ledger.KindSuspense, entries))
}

// ofPayment returns a journal transaction in the scope of a payment: for its money in suspense, or for what its payer
// owes.
func ofPayment(p repay.Payment, now servicing.Time, kind string, entries ledger.Entries) ledger.Transaction {
	return ledger.Transaction{
		Key: kind + ":" + p.ID.String(), Kind: kind, Scope: p.ID, PostingDate: now.Today, ValueDate: p.ValueDate,
		At: now.At, Currency: p.Currency, Entries: entries,
	}
}
