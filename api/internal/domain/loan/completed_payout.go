package loan

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// CompletedPayout is a payout that has succeeded, by the reference that the bank knows it by.
type CompletedPayout struct {
	Reference string
	Amount    int64
}

// CompletedPayoutsOf lists the payouts of orders that have succeeded.
func CompletedPayoutsOf(ctx context.Context, db postgres.DB, orders []uuid.UUID) ([]CompletedPayout, error) {
	return completedPayouts(ctx, db, `order_id = ANY($1)`, orders)
}

// CompletedPayoutsBy finds payouts that have succeeded by their references.
func CompletedPayoutsBy(ctx context.Context, db postgres.DB, references []string) ([]CompletedPayout, error) {
	return completedPayouts(ctx, db, `reference = ANY($1)`, references)
}

func completedPayouts(ctx context.Context, db postgres.DB, which string, keys any) ([]CompletedPayout, error) {
	rows, err := db.Query(ctx, `SELECT reference, amount FROM disbursement WHERE state = 'succeeded' AND `+which, keys)
	if err != nil {
		return nil, fmt.Errorf("loan: payouts: %w", postgres.Reason(err))
	}
	sent, err := pgx.CollectRows(rows, pgx.RowToStructByPos[CompletedPayout])
	if err != nil {
		return nil, fmt.Errorf("loan: payouts: %w", postgres.Reason(err))
	}
	return sent, nil
}
