package pay

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// Return sends a payment in suspense back to where it came from, because its owner cannot be found. The payment stays
// in suspense and cannot be matched until the bank has executed the transfer; if the transfer fails, it remains there.
// If the bank took back parts of the payment, only the rest is sent. It returns ErrReversalOpen if that rest is not
// certain. actor is the operator, for the audit log.
func (f *Flow) Return(ctx context.Context, paid uuid.UUID, actor string) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		p, err := repay.LockSuspense(ctx, tx, paid)
		if err != nil {
			return err
		}
		now := f.now()
		gone, err := partsOf(ctx, tx, p.ID)
		if err != nil {
			return err
		}
		if gone.contradicted {
			return ErrReversalOpen
		}
		b := &pgx.Batch{}
		if gone.taken == p.Amount {
			return f.endReturn(ctx, tx, p, repay.Refund{PaymentID: p.ID, Currency: p.Currency}, actor, now)
		}
		id, err := uuid.NewV7()
		if err != nil {
			return fmt.Errorf("pay: %w", err)
		}
		repay.QueueRefund(b, repay.Refund{
			ID: id, PaymentID: p.ID, Amount: p.Amount - gone.taken, Currency: p.Currency, CreatedAt: now.At,
		})
		if err := job.Queue(b, job.Of(RefundArgs{RefundID: id})...); err != nil {
			return err
		}
		if err := audit.Queue(b, audit.Entry{At: now.At, Actor: actor, Action: "suspense.return", Subject: "payment:" + p.ID.String()}); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}

// finishReturn writes the outcome of a payment that was being sent back out of suspense.
func (f *Flow) finishReturn(ctx context.Context, r repay.Refund, state repay.RefundState, why string, entries ...audit.Entry) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.now()
		b := &pgx.Batch{}
		done := repay.FinishRefund(r, state, why, now.At).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil || !done.Get() {
			return err
		}
		b = &pgx.Batch{}
		if err := audit.Queue(b, entries...); err != nil {
			return err
		}
		if state == repay.RefundFailed {
			queueRefundAlarm(b, repay.RefundFailedAlarm, r, why, now.At)
			return postgres.Send(ctx, tx, b)
		}
		paid := repay.PaymentByID(r.PaymentID).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		p := paid.Get()
		return f.endReturn(ctx, tx, p, r, "system", now)
	})
}

// endReturn clears a payment from suspense: the amount sent back now, and the parts that the bank took back before,
// which the payer no longer owes.
func (f *Flow) endReturn(ctx context.Context, tx pgx.Tx, p repay.Payment, r repay.Refund, actor string, now servicing.Time) error {
	gone, err := partsOf(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	b := &pgx.Batch{}
	key := "refund:" + r.ID.String()
	if r.Amount == 0 {
		key = "returned:" + p.ID.String()
	}
	err = ledger.Queue(b, ledger.Transaction{
		Key: key, Kind: ledger.KindRefund, Scope: p.ID, PostingDate: now.Today, ValueDate: now.Today, At: now.At, Currency: p.Currency,
		Entries: ledger.Entries{}.Debit(ledger.Suspense, p.Amount).Credit(ledger.Bank, r.Amount).Credit(ledger.PayerReceivable, p.Amount-r.Amount),
	})
	if err != nil {
		return err
	}
	if gone.taken == p.Amount-r.Amount { // otherwise a part was taken back during the transfer, and the payer has it twice
		for _, open := range gone.open {
			repay.DecideReversal(open.ID, repay.ReversalApplied, actor, "returned without it", now.At).Queue(b)
		}
		repay.QueueCloseReversalAlarm(b, p.ID, actor, "returned without it", now.At)
	}
	if r.Amount == 0 {
		if err := audit.Queue(b, audit.Entry{At: now.At, Actor: actor, Action: "suspense.return", Subject: "payment:" + p.ID.String()}); err != nil {
			return err
		}
	}
	repay.QueueReturned(b, p.ID)
	return postgres.Send(ctx, tx, b)
}
