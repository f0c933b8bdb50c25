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
)

// Return sends a payment in suspense back to where it came from: nobody can tell whose it is. It stays in suspense, and
// cannot be matched, until the bank has carried the transfer out; one that fails leaves it there. actor is the operator,
// for the audit log.
func (f *Flow) Return(ctx context.Context, paid uuid.UUID, actor string) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.now()
		p, err := repay.LockSuspense(ctx, tx, paid)
		if err != nil {
			return err
		}
		id, err := newID()
		if err != nil {
			return fmt.Errorf("pay: %w", err)
		}
		b := &pgx.Batch{}
		repay.QueueRefund(b, repay.Refund{
			ID: id, PaymentID: p.ID, Amount: p.Amount, Currency: p.Currency, Reference: "RF" + id.String(), CreatedAt: now.at,
		})
		if err := job.Queue(b, job.Of(RefundArgs{RefundID: id})...); err != nil {
			return err
		}
		if err := audit.Queue(b, audit.Entry{At: now.at, Actor: actor, Action: "suspense.return", Subject: "payment:" + p.ID.String()}); err != nil {
			return err
		}
		return send(ctx, tx, b)
	})
}

// finishReturn writes what became of a payment on its way back out of suspense.
func (f *Flow) finishReturn(ctx context.Context, r repay.Refund, state repay.RefundState, why string) error {
	return postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		now := f.now()
		b := &pgx.Batch{}
		done := repay.FinishRefund(r.ID, state, why, now.at).Queue(b)
		if err := send(ctx, tx, b); err != nil || !done.Get() {
			return err
		}
		b = &pgx.Batch{}
		if state == repay.RefundFailed {
			queueRefundAlarm(b, repay.RefundFailedAlarm, r, why, now.at)
			return send(ctx, tx, b)
		}
		err := ledger.Queue(b, ledger.Transaction{
			Key: "refund:" + r.ID.String(), Kind: ledger.KindRefund, Scope: r.PaymentID, PostingDate: now.today, ValueDate: now.today,
			At: now.at, Currency: r.Currency, Entries: ledger.Entries{}.Debit(ledger.Suspense, r.Amount).Credit(ledger.Bank, r.Amount),
		})
		if err != nil {
			return err
		}
		repay.QueueReturned(b, r.PaymentID)
		return send(ctx, tx, b)
	})
}
