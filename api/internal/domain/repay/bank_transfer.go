package repay

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// BankTransfer is money that moved between the bank and us, by the reference that the bank knows it by.
type BankTransfer struct {
	Reference string
	Amount    int64
	// Back is true for a payment that the bank took back.
	Back bool
}

// AllReceived lists every payment of a gateway without what of it was taken back in parts, for comparing with its books.
func AllReceived(ctx context.Context, db postgres.DB, gateway string) ([]BankTransfer, error) {
	return bankTransfers(ctx, db, `
		SELECT p.gateway_reference,
			p.amount - COALESCE((SELECT sum(amount) FROM partial_reversal v WHERE v.payment_id = p.id AND v.booked), 0)::bigint, EXISTS (SELECT FROM payment_reversal v WHERE v.payment_id = p.id)
		FROM payment p WHERE p.gateway = $1`, gateway)
}

// AllRefunded lists every refund that has succeeded.
func AllRefunded(ctx context.Context, db postgres.DB) ([]BankTransfer, error) {
	return bankTransfers(ctx, db, `SELECT reference, amount, false FROM refund WHERE state = 'succeeded'`)
}

func bankTransfers(ctx context.Context, db postgres.DB, sql string, args ...any) ([]BankTransfer, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("repay: books: %w", postgres.Reason(err))
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[BankTransfer])
	if err != nil {
		return nil, fmt.Errorf("repay: books: %w", postgres.Reason(err))
	}
	return all, nil
}
