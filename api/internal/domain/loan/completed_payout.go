package loan

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// CompletedPayout is a payout that has succeeded, by the reference that the bank knows it by.
type CompletedPayout struct {
	Reference string
	Amount    int64
}

// CompletedPayouts lists every payout that has succeeded, for comparing with the bank's books.
func CompletedPayouts(ctx context.Context, db postgres.DB) ([]CompletedPayout, error) {
	rows, err := db.Query(ctx, `SELECT reference, amount FROM disbursement WHERE state = 'succeeded'`)
	if err != nil {
		return nil, fmt.Errorf("loan: payouts: %w", postgres.Reason(err))
	}
	sent, err := pgx.CollectRows(rows, pgx.RowToStructByPos[CompletedPayout])
	if err != nil {
		return nil, fmt.Errorf("loan: payouts: %w", postgres.Reason(err))
	}
	return sent, nil
}
