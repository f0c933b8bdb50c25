package ledger

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Snapshot is PostgreSQL's text form of a database snapshot. It records which transactions a reader of the journal has seen.
type Snapshot string

// CurrentSnapshot returns the snapshot that a reader sees in this transaction, or from now on. db must be the primary: a standby
// does not report which transactions are in progress.
func CurrentSnapshot(ctx context.Context, db postgres.DB) (Snapshot, error) {
	var seen Snapshot
	if err := db.QueryRow(ctx, `SELECT pg_current_snapshot()::text`).Scan(&seen); err != nil {
		return "", fmt.Errorf("ledger: seen: %w", postgres.Reason(err))
	}
	return seen, nil
}

// Changed returns at most n scopes with transactions that the snapshot since does not include, with ids greater than after, in
// order of id.
func Changed(since Snapshot, after uuid.UUID, n int) postgres.Query[[]uuid.UUID] {
	return postgres.Column[uuid.UUID]("ledger: changed", `
		SELECT DISTINCT scope FROM ledger_transaction
		WHERE xact >= pg_snapshot_xmin($1::text::pg_snapshot) AND NOT pg_visible_in_snapshot(xact, $1::text::pg_snapshot) AND scope > $2
		ORDER BY scope LIMIT $3`, since, after, n)
}

// HeldInSuspense returns at most n scopes with money in suspense, with ids greater than after, in order of id.
func HeldInSuspense(after uuid.UUID, n int) postgres.Query[[]uuid.UUID] {
	return postgres.Column[uuid.UUID]("ledger: held in suspense", `
		SELECT scope FROM ledger_balance WHERE account = 'suspense' AND balance <> 0 AND scope > $1 ORDER BY scope LIMIT $2`, after, n)
}
