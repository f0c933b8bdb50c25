package repay

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// PartialReversal is a report of the bank that it took another amount back than a payment was of. What the loan is to
// make of it is for a person to say.
type PartialReversal struct {
	PaymentID uuid.UUID
	// Reference is the bank's, of the reversal.
	Reference string
	// Amount is what went, in minor units of Currency.
	Amount   int64
	Currency money.Currency
	// Booked tells whether the journal follows it: it cannot where more went than was left, or money of another currency.
	Booked     bool
	Reason     string
	ReportedAt time.Time
}

// QueuePartialReversal records a report under the lock of its loan, or of its payment where that waits in suspense, and
// works out whether the journal is to follow it. The answer, filled when the batch is closed, is nil for one that is
// known.
func QueuePartialReversal(b *pgx.Batch, r PartialReversal) **PartialReversal {
	return postgres.QueueOne[PartialReversal](b, `
		INSERT INTO partial_reversal (payment_id, gateway_reference, amount, currency, reason, reported_at, booked)
		SELECT p.id, $2::text, $3::bigint, $4::text, $5::text, $6::timestamptz, p.currency = $4::text
			AND p.amount >= $3::bigint + (SELECT COALESCE(sum(v.amount), 0) FROM partial_reversal v WHERE v.payment_id = p.id AND v.booked)
		FROM payment p WHERE p.id = $1
		ON CONFLICT ON CONSTRAINT partial_reversal_key DO NOTHING
		RETURNING payment_id, gateway_reference, amount, currency, booked, reason, reported_at`,
		r.PaymentID, r.Reference, r.Amount, r.Currency, r.Reason, r.ReportedAt)
}

// QueueLockPayment holds a payment until the transaction ends.
func QueueLockPayment(b *pgx.Batch, payment uuid.UUID) {
	b.Queue(`SELECT FROM payment WHERE id = $1 FOR NO KEY UPDATE`, payment)
}

// PartialReversals lists a page of them, the newest first.
func PartialReversals(ctx context.Context, db postgres.DB, limit int) ([]PartialReversal, error) {
	rows, err := db.Query(ctx, `
		SELECT payment_id, gateway_reference, amount, currency, booked, reason, reported_at
		FROM partial_reversal ORDER BY id DESC LIMIT $1`, limit)
	if err != nil {
		return nil, fmt.Errorf("repay: partial reversals: %w", postgres.Reason(err))
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[PartialReversal])
	if err != nil {
		return nil, fmt.Errorf("repay: partial reversals: %w", postgres.Reason(err))
	}
	return all, nil
}
