package loan

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Sent is a payout that has succeeded, by the reference that the bank knows it by.
type Sent struct {
	Reference string
	Amount    int64
}

// AllSent lists every payout that has succeeded, for comparing with the bank's books.
func AllSent(ctx context.Context, db postgres.DB) ([]Sent, error) {
	rows, err := db.Query(ctx, `SELECT reference, amount FROM disbursement WHERE state = 'succeeded'`)
	if err != nil {
		return nil, fmt.Errorf("loan: payouts: %w", postgres.Reason(err))
	}
	sent, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Sent])
	if err != nil {
		return nil, fmt.Errorf("loan: payouts: %w", postgres.Reason(err))
	}
	return sent, nil
}
