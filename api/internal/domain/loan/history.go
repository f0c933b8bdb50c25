package loan

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// HistoryEntry is one line of an order's timeline as an operator reads it: with who made it happen.
type HistoryEntry struct {
	Event  Event
	From   Status
	To     Status
	Actor  string
	At     time.Time
	Detail map[string]any
}

// History is what happened to an order, oldest first.
func History(ctx context.Context, db postgres.DB, order uuid.UUID) ([]HistoryEntry, error) {
	return readAll[HistoryEntry](ctx, db, "history",
		`SELECT event, from_status, to_status, actor, at, detail FROM order_event WHERE order_id = $1 ORDER BY at, id`, order)
}

// Attempt is one attempt to pay an order out, with what the bank said.
type Attempt struct {
	Attempt    int
	Reference  string
	BankCardID uuid.UUID
	Amount     int64
	Currency   money.Currency
	State      PayoutState
	// Serial is the bank's own number; Failure why it did not pay.
	Serial     string
	Failure    string
	CreatedAt  time.Time
	FinishedAt *time.Time
}

// Attempts are all attempts to pay an order out, in their order.
func Attempts(ctx context.Context, db postgres.DB, order uuid.UUID) ([]Attempt, error) {
	return readAll[Attempt](ctx, db, "attempts", `
		SELECT attempt, reference, bank_card_id, amount, currency, state, COALESCE(gateway_serial, ''), COALESCE(failure_reason, ''),
			created_at, finished_at
		FROM disbursement WHERE order_id = $1 ORDER BY attempt`, order)
}

func readAll[T any](ctx context.Context, db postgres.DB, what, sql string, args ...any) ([]T, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("loan: %s: %w", what, postgres.Reason(err))
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[T])
	if err != nil {
		return nil, fmt.Errorf("loan: %s: %w", what, postgres.Reason(err))
	}
	return all, nil
}
