package repay

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Booked is money that moved between the bank and us, by the reference that the bank knows it by.
type Booked struct {
	Reference string
	Amount    int64
	// Back is true for a payment that the bank took back.
	Back bool
}

// AllReceived lists every payment of a gateway without what of it was taken back in parts, for comparing with its books.
func AllReceived(ctx context.Context, db postgres.DB, gateway string) ([]Booked, error) {
	return booked(ctx, db, `
		SELECT p.gateway_reference,
			p.amount - COALESCE((SELECT sum(amount) FROM partial_reversal v WHERE v.payment_id = p.id AND v.booked), 0)::bigint, EXISTS (SELECT FROM payment_reversal v WHERE v.payment_id = p.id)
		FROM payment p WHERE p.gateway = $1`, gateway)
}

// AllRefunded lists every refund that has succeeded.
func AllRefunded(ctx context.Context, db postgres.DB) ([]Booked, error) {
	return booked(ctx, db, `SELECT reference, amount, false FROM refund WHERE state = 'succeeded'`)
}

func booked(ctx context.Context, db postgres.DB, sql string, args ...any) ([]Booked, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("repay: books: %w", postgres.Reason(err))
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Booked])
	if err != nil {
		return nil, fmt.Errorf("repay: books: %w", postgres.Reason(err))
	}
	return all, nil
}
