package repay

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// RefundState is where a refund stands. Unknown was sent and is looked up before it is sent again.
type RefundState string

// The states of a refund.
const (
	RefundCreated   RefundState = "created"
	RefundUnknown   RefundState = "unknown"
	RefundSucceeded RefundState = "succeeded"
	RefundFailed    RefundState = "failed"
)

// Refund is an overpayment, or money that nobody could place, on its way back to where it came from.
type Refund struct {
	ID uuid.UUID
	// OrderID is zero for a payment that waits in suspense.
	OrderID   uuid.UUID
	PaymentID uuid.UUID
	Amount    int64
	Currency  money.Currency
	// Reference is what the gateway knows it by.
	Reference     string
	State         RefundState
	FailureReason string
	CreatedAt     time.Time
	FinishedAt    *time.Time
}

const refundColumns = `r.id, COALESCE(r.order_id, '00000000-0000-0000-0000-000000000000'), r.payment_id, r.amount, r.currency, r.reference, r.state, COALESCE(r.failure_reason, ''),
	r.created_at, r.finished_at`

// QueueRefund writes a refund that is to be sent.
func QueueRefund(b *pgx.Batch, r Refund) {
	b.Queue(`
		INSERT INTO refund (id, order_id, payment_id, amount, currency, reference, state, created_at)
		VALUES ($1, NULLIF($2, '00000000-0000-0000-0000-000000000000'::uuid), $3, $4, $5, $6, 'created', $7)`,
		r.ID, r.OrderID, r.PaymentID, r.Amount, r.Currency, r.Reference, r.CreatedAt)
}

// QueueCancelRefunds ends the refunds of a loan that have not been sent: a payment was taken back, and what was too much
// may be owed again.
func QueueCancelRefunds(b *pgx.Batch, order uuid.UUID, at time.Time) {
	b.Queue(`
		UPDATE refund SET state = 'failed', failure_reason = 'payment_reversed', finished_at = $2
		WHERE order_id = $1 AND state = 'created'`, order, at)
}

// KeepFromReturn ends the return of a payment out of suspense that has not been sent; false when it has.
func KeepFromReturn(ctx context.Context, tx pgx.Tx, payment uuid.UUID, at time.Time) (bool, error) {
	tag, err := tx.Exec(ctx, `
		UPDATE refund SET state = 'failed', failure_reason = 'payment_reversed', finished_at = $2
		WHERE payment_id = $1 AND order_id IS NULL AND state = 'created'`, payment, at)
	if err != nil {
		return false, fmt.Errorf("repay: refund: %w", postgres.Reason(err))
	}
	return tag.RowsAffected() == 1, nil
}

// BeginRefund marks a refund as sent before it is, so that whoever comes after a crash asks the bank first. first tells
// that nobody has sent it before.
func BeginRefund(ctx context.Context, db postgres.DB, refund uuid.UUID) (r Refund, first bool, err error) {
	tag, err := db.Exec(ctx, `UPDATE refund SET state = 'unknown' WHERE id = $1 AND state = 'created'`, refund)
	if err != nil {
		return Refund{}, false, fmt.Errorf("repay: refund: %w", postgres.Reason(err))
	}
	r, err = RefundByID(ctx, db, refund)
	return r, tag.RowsAffected() == 1, err
}

// QueueFinishRefund writes what became of a refund that was sent. The answer, filled when the batch is closed, is false
// when somebody else has written it.
func QueueFinishRefund(b *pgx.Batch, refund uuid.UUID, state RefundState, why string, at time.Time) *bool {
	done := new(bool)
	b.Queue(`
		UPDATE refund SET state = $2, failure_reason = NULLIF($3, ''), finished_at = $4 WHERE id = $1 AND state = 'unknown'`,
		refund, state, why, at).
		Exec(func(tag pgconn.CommandTag) error {
			*done = tag.RowsAffected() == 1
			return nil
		})
	return done
}

// RefundByID reads a refund.
func RefundByID(ctx context.Context, db postgres.DB, refund uuid.UUID) (Refund, error) {
	r, err := postgres.One[Refund](ctx, db, `SELECT `+refundColumns+` FROM refund r WHERE r.id = $1`, refund)
	if err == nil && r == nil {
		return Refund{}, reason.New(reason.NotFound)
	}
	if err != nil {
		return Refund{}, fmt.Errorf("repay: refund: %w", err)
	}
	return *r, nil
}

// QueueRefundOf reads the newest refund of a payment in a batch; nil when there is none.
func QueueRefundOf(b *pgx.Batch, payment uuid.UUID) **Refund {
	return postgres.QueueOne[Refund](b, `SELECT `+refundColumns+` FROM refund r WHERE r.payment_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 1`, payment)
}
