package pay

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/books"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
)

// ErrUnclear says that nobody knows yet what became of a transfer: the job tries again and asks the bank first.
var ErrUnclear = errors.New("pay: the bank does not know what became of the transfer")

// Refund sends an overpayment back to where it came from. It may be called any number of times: a refund that may have
// been sent is looked up before it is sent again.
func (f *Flow) Refund(ctx context.Context, id uuid.UUID) error {
	r, first, err := repay.BeginRefund(ctx, f.pool, id)
	if err != nil || r.State != repay.RefundUnknown {
		return err
	}
	result := payment.Result{State: payment.NotFound}
	if !first {
		if result, err = f.bank.Lookup(ctx, r.Reference); err != nil {
			return fmt.Errorf("%w: %w", ErrUnclear, err)
		}
	}
	if result.State == payment.NotFound {
		paid, err := repay.PaymentByID(ctx, f.pool, r.PaymentID)
		if err != nil {
			return err
		}
		result, err = f.bank.Payout(ctx, payment.Transfer{
			Reference: r.Reference, Direction: payment.DirectionRefund, Original: paid.GatewayReference,
			Amount: money.Of(r.Amount, r.Currency), Memo: "REFUND " + paid.Serial,
		})
		if errors.Is(err, payment.ErrRefused) {
			return f.refuseRefund(ctx, r, err)
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrUnclear, err)
		}
	}
	switch result.State {
	case payment.Succeeded:
		return f.finishRefund(ctx, r, repay.RefundSucceeded, "")
	case payment.Failed:
		return f.finishRefund(ctx, r, repay.RefundFailed, result.FailureReason)
	default:
		return ErrUnclear
	}
}

// finishRefund writes what became of a refund.
func (f *Flow) finishRefund(ctx context.Context, r repay.Refund, state repay.RefundState, why string) error {
	switch {
	case r.OrderID == uuid.Nil:
		return f.finishReturn(ctx, r, state, why)
	case state == repay.RefundFailed:
		return f.keepRefund(ctx, r, why)
	}
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.now()
		facts, done, err := finish(ctx, tx, &pgx.Batch{}, r, state, why, now)
		if err != nil || !done {
			return err
		}
		b := &pgx.Batch{}
		if err := books.NewWriter(b, facts, now.today, now.at).Refunded(r); err != nil {
			return err
		}
		loan.QueueTold(b, loan.Told{
			OrderID: r.OrderID, Event: loan.OverpaymentReturned, Actor: loan.ByBank, At: now.at,
			Detail: map[string]any{"amount": r.Amount},
		})
		notify.About(b, facts.Order, notify.Overpaid, now.at, "amount", money.Of(r.Amount, r.Currency))
		return send(ctx, tx, b)
	})
}

// keepRefund writes that a refund failed. Its money is overpayment again: it pays what is owed by now, which may settle
// a loan that a reversal has opened, and the rest waits for an operator.
func (f *Flow) keepRefund(ctx context.Context, r repay.Refund, why string) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.now()
		order, err := loan.ByID(ctx, tx, r.OrderID)
		if err != nil {
			return err
		}
		b := &pgx.Batch{}
		standing := f.queueStanding(b, order.MemberID, order.ID, now.at)
		facts, done, err := finish(ctx, tx, b, r, repay.RefundFailed, why, now)
		if err != nil || !done {
			return err
		}
		b = &pgx.Batch{}
		if err := books.NewWriter(b, facts, now.today, now.at).Follow("after:refund:" + r.ID.String()); err != nil {
			return err
		}
		if err := f.settle(b, facts, standing, facts.Replay(now.today), now.at); err != nil {
			return err
		}
		return send(ctx, tx, b)
	})
}

// finish ends a refund behind what stands in the batch, and reads the facts of its order under their lock; done is false
// when somebody else has ended it.
func finish(ctx context.Context, tx pgx.Tx, b *pgx.Batch, r repay.Refund, state repay.RefundState, why string, now moment) (facts books.Facts, done bool, err error) {
	ended := new(bool)
	reading := books.QueueLocked(b, r.OrderID, func(b *pgx.Batch) {
		ended = repay.QueueFinishRefund(b, r.ID, state, why, now.at)
	})
	if err := send(ctx, tx, b); err != nil || !*ended {
		return books.Facts{}, false, err
	}
	facts, err = reading.Of(r.OrderID)
	return facts, true, err
}

// RetryRefund sends the overpayments of an order back whose refunds failed, once the reason is mended, and tells how many
// they are. actor is the operator, for the audit log.
func (f *Flow) RetryRefund(ctx context.Context, order uuid.UUID, actor string) (sent int, err error) {
	err = postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.now()
		facts, err := books.Lock(ctx, tx, order)
		if err != nil {
			return err
		}
		b := &pgx.Batch{}
		jobs, err := f.refunds(b, order, facts.Order.Currency, facts.Replay(now.today).Over, now.at)
		if err != nil {
			return err
		}
		if err := job.Queue(b, jobs...); err != nil {
			return err
		}
		sent = len(jobs)
		if err := audit.Queue(b, audit.Entry{
			At: now.at, Actor: actor, Action: "refund.retry", Subject: "order:" + order.String(), Detail: map[string]any{"refunds": sent},
		}); err != nil {
			return err
		}
		return send(ctx, tx, b)
	})
	return sent, err
}
