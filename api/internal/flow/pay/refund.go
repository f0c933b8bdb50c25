package pay

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// Refund sends an overpayment back to where it came from or to a card of the borrower. It may be called any number of
// times: a refund that may have been sent is looked up before it is sent again, and an amount that the payer is no
// longer entitled to is not sent. again is how long to wait before the next try; zero if nothing is left to do.
func (f *Flow) Refund(ctx context.Context, id uuid.UUID) (again time.Duration, err error) {
	r, first, err := repay.BeginRefund(ctx, f.pool, id)
	if err != nil || r.State != repay.RefundUnknown {
		return 0, err
	}
	attempt := payment.Attempt{Reference: r.Reference, Sent: !first, Declined: r.DeclinedAt != nil}
	result, err := payment.Execute(ctx, f.bank, attempt, func(ctx context.Context) (payment.Transfer, error) {
		if err := f.withheld(ctx, f.pool, r); err != nil {
			return payment.Transfer{}, err
		}
		return f.transfer(ctx, r)
	})
	switch kept := errors.Is(err, ErrOwed) || errors.Is(err, ErrTakenBack); {
	case kept && first: // the bank was never asked to pay it
		return 0, f.finishRefund(ctx, r, repay.RefundFailed, repay.PaymentReversed)
	case kept:
		result = payment.Result{State: payment.Declined, FailureReason: err.Error()}
	case err != nil:
		return 0, err
	}
	r.BankDay = f.bankDay(result.ValueDate)
	switch result.State {
	case payment.Succeeded:
		return 0, f.finishRefund(ctx, r, repay.RefundSucceeded, "")
	case payment.Failed:
		return 0, f.finishRefund(ctx, r, repay.RefundFailed, result.FailureReason)
	case payment.Declined:
		err = f.declineRefund(ctx, r, result.FailureReason)
	}
	return payment.RetryDelay(f.clock.Now().Sub(r.CreatedAt)), err
}

// transfer returns the transfer that the bank is asked to make for a refund.
func (f *Flow) transfer(ctx context.Context, r repay.Refund) (payment.Transfer, error) {
	now := f.now()
	paid, err := repay.PaymentByID(r.PaymentID).Read(ctx, f.pool)
	t := payment.Transfer{
		Reference: r.Reference, Direction: payment.DirectionRefund, Original: paid.GatewayReference,
		Amount: money.Of(r.Amount, r.Currency), Memo: "REFUND " + paid.Serial, On: now.Today,
	}
	if err != nil || r.BankCardID == nil {
		return t, err
	}
	t.Direction, t.Original = payment.DirectionPayout, ""
	t.To, err = f.config.Account(ctx, f.pool, *r.BankCardID, "job:"+RefundArgs{}.Kind(), now.At)
	return t, err
}

// finishRefund writes the outcome of a refund, with the audit entries in the same transaction. It writes nothing if the
// refund has already ended. A failed refund raises an alarm, because it is not retried automatically.
func (f *Flow) finishRefund(ctx context.Context, r repay.Refund, state repay.RefundState, why string, entries ...audit.Entry) error {
	switch {
	case r.OrderID == uuid.Nil:
		return f.finishReturn(ctx, r, state, why, entries...)
	case state == repay.RefundFailed:
		return f.failRefund(ctx, r, why, entries...)
	}
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		facts, done, err := f.finish(ctx, tx, &pgx.Batch{}, r, state, why)
		if err != nil || !done {
			return err
		}
		now := facts.Now
		b := &pgx.Batch{}
		if err := servicing.NewWriter(b, facts).Refunded(r); err != nil {
			return err
		}
		loan.QueueEvent(b, loan.OrderEvent{
			OrderID: r.OrderID, Event: loan.OverpaymentReturned, Actor: loan.ByBank, At: now.At,
			Detail: map[string]any{"amount": r.Amount},
		})
		told := notify.Overpaid
		if r.BankCardID != nil {
			told = notify.OverpaidToCard
		}
		notify.QueueForOrder(b, facts.Order, told, now.At, "amount", money.Of(r.Amount, r.Currency))
		if err := audit.Queue(b, entries...); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}

// failRefund records that a refund failed. Its money becomes an overpayment again: it pays what is owed now, which may
// settle a loan that a reversal reopened, and the rest waits for an operator. If a reversal kept the refund from being
// sent, the rest is refunded automatically and no alarm is raised.
func (f *Flow) failRefund(ctx context.Context, r repay.Refund, why string, entries ...audit.Entry) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		order, err := loan.ByID(r.OrderID).Read(ctx, tx)
		if err != nil {
			return err
		}
		b := &pgx.Batch{}
		credit := queueLockedCredit(b, order.MemberID, order.ID)
		facts, done, err := f.finish(ctx, tx, b, r, repay.RefundFailed, why)
		if err != nil || !done {
			return err
		}
		now := facts.Now
		b = &pgx.Batch{}
		if err := f.follow(b, facts, credit, "after:refund:"+r.ID.String()); err != nil {
			return err
		}
		if why != repay.PaymentReversed {
			queueRefundAlarm(b, repay.RefundFailedAlarm, r, why, now.At)
		} else if err := f.queueRefunds(b, facts.Facts, facts.Replay(now.Today), now); err != nil {
			return err
		}
		if err := audit.Queue(b, entries...); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}

// follow updates the journal, the loan and the credit from the facts when money that was to be refunded stays here.
func (f *Flow) follow(b *pgx.Batch, facts servicing.Locked, s lockedCredit, key string) error {
	if err := servicing.NewWriter(b, facts).Follow(key); err != nil {
		return err
	}
	f.settle(b, facts.Facts, s, facts.Replay(facts.Now.Today), notify.Reopened, facts.Now.At)
	return nil
}

// finish ends a refund after the statements already in the batch, and reads the facts of its order under their lock.
// done is false if the refund had already ended.
func (f *Flow) finish(ctx context.Context, tx pgx.Tx, b *pgx.Batch, r repay.Refund, state repay.RefundState, why string) (facts servicing.Locked, done bool, err error) {
	var ended *postgres.Answer[bool]
	facts, err = f.lockAfter(ctx, tx, b, r.OrderID, func(b *pgx.Batch, now servicing.Time) { ended = repay.FinishRefund(r, state, why, now.At).Queue(b) })
	return facts, err == nil && ended.Get(), err
}

// lockAfter locks a loan after the statements already in the batch, and reads its facts after those that write adds
// under the lock.
func (f *Flow) lockAfter(ctx context.Context, tx pgx.Tx, b *pgx.Batch, order uuid.UUID, write func(*pgx.Batch, servicing.Time)) (servicing.Locked, error) {
	lock := servicing.LockLoan(order, f.clock).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return servicing.Locked{}, err
	}
	b = &pgx.Batch{}
	write(b, lock.Get().Now)
	facts := lock.Get().ReadFacts().Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return servicing.Locked{}, err
	}
	return facts.Get(), nil
}
