package pay

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// reversePart records once per reference that the bank took back another amount than that of the payment, and raises an
// alarm. The journal follows the bank, in the payment's own scope. The loan is unchanged until an operator has spoken
// with the bank. A refund of the payment that has not been sent is cancelled meanwhile.
func (f *Flow) reversePart(ctx context.Context, tx pgx.Tx, p repay.Payment, r payment.Report) error {
	if r.Amount <= 0 || !money.Currency(r.Currency).Valid() {
		return reason.New(reason.InvalidParameter)
	}
	b := &pgx.Batch{}
	var credit lockedCredit
	var locked *postgres.Answer[servicing.Lock]
	if p.OrderID == nil {
		repay.QueueLockPayment(b, p.ID)
	} else {
		credit = queueLockedCredit(b, *p.MemberID, *p.OrderID)
		locked = servicing.LockLoan(*p.OrderID, f.clock).Queue(b)
	}
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	now := f.now()
	if locked != nil {
		now = locked.Get().Now
	}
	b = &pgx.Batch{}
	fresh := repay.RecordPartialReversal(repay.PartialReversal{
		PaymentID: p.ID, Reference: r.Reference, Amount: r.Amount, Currency: money.Currency(r.Currency), Reason: r.Reason, ReportedAt: now.At, BankDay: f.reportedOn(r),
	}).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil || fresh.Get() == nil {
		return err
	}
	part := *fresh.Get()
	b = &pgx.Batch{}
	if err := f.cancelUnsent(ctx, tx, b, p, credit, locked, r.Reference, now); err != nil {
		return err
	}
	repay.QueueAlarm(b, repay.Alarm{
		Kind: repay.PartlyReversedAlarm, PaymentID: &p.ID, RaisedAt: now.At,
		Detail: fmt.Sprintf("%s: %s of %s: %s", r.Reference, money.Of(part.Amount, part.Currency), p.Money(), r.Reason),
	})
	if part.Booked {
		entries := ledger.Entries{}.Debit(ledger.PayerReceivable, part.Amount).Credit(ledger.Bank, part.Amount)
		posting := ofPayment(p, now, ledger.KindReversal, entries)
		posting.Key += ":" + part.Reference
		if err := ledger.Queue(b, posting); err != nil {
			return err
		}
	}
	return postgres.Send(ctx, tx, b)
}

// cancelUnsent cancels the unsent refund of a payment, under the lock of its order or of the payment. If the payment
// has an order, whose lock is locked, it adds the consequences to the batch.
func (f *Flow) cancelUnsent(
	ctx context.Context, tx pgx.Tx, into *pgx.Batch, p repay.Payment, s lockedCredit, locked *postgres.Answer[servicing.Lock], reference string, now servicing.Time,
) error {
	b := &pgx.Batch{}
	repay.QueueCancelRefund(b, p.ID, now.At)
	if locked == nil {
		return postgres.Send(ctx, tx, b)
	}
	facts := locked.Get().ReadFacts().Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return err
	}
	return f.follow(into, facts.Get(), s, "after:partial:"+p.ID.String()+":"+reference)
}
