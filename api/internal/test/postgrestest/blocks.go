package postgrestest

import (
	"testing"

	"github.com/jackc/pgx/v5"
)

// Blocks reports whether somebody waits for a lock that a transaction holds.
func Blocks(t testing.TB, tx pgx.Tx) (blocks bool) {
	t.Helper()
	// Through a pooler the client does not know the server process of its transaction: the transaction itself asks.
	must(t, tx.QueryRow(t.Context(), `
		SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))`).Scan(&blocks))
	return blocks
}
