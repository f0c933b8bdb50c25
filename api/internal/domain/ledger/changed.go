package ledger

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Snapshot is how far a look at the journal has come: PostgreSQL's own name of a moment of the database, at which it saw all
// that was there.
type Snapshot string

// CurrentSnapshot tells what a look sees that is taken in this transaction, or after this moment. db is the primary: a standby does
// not say what is under way.
func CurrentSnapshot(ctx context.Context, db postgres.DB) (Snapshot, error) {
	var seen Snapshot
	if err := db.QueryRow(ctx, `SELECT pg_current_snapshot()::text`).Scan(&seen); err != nil {
		return "", fmt.Errorf("ledger: seen: %w", postgres.Reason(err))
	}
	return seen, nil
}

// Changed lists the scopes in which something was posted that a look has not seen, in the order of their ids after one,
// at most n.
func Changed(ctx context.Context, db postgres.DB, since Snapshot, after uuid.UUID, n int) ([]uuid.UUID, error) {
	rows, err := db.Query(ctx, `
		SELECT DISTINCT scope FROM ledger_transaction
		WHERE xact >= pg_snapshot_xmin($1::text::pg_snapshot) AND NOT pg_visible_in_snapshot(xact, $1::text::pg_snapshot) AND scope > $2
		ORDER BY scope LIMIT $3`, since, after, n)
	if err != nil {
		return nil, fmt.Errorf("ledger: changed: %w", postgres.Reason(err))
	}
	scopes, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, fmt.Errorf("ledger: changed: %w", postgres.Reason(err))
	}
	return scopes, nil
}
