package postgrestest

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// Behind calls a function while tx is open. It commits tx once the call waits for one of its locks, or has returned, and
// returns the result of the call.
func Behind[T any](t testing.TB, tx pgx.Tx, call func() T) T {
	t.Helper()
	answers := make(chan T, 1)
	go func() { answers <- call() }()
	require.Eventually(t, func() bool { return Blocks(t, tx) || len(answers) > 0 }, 30*time.Second, 5*time.Millisecond)
	require.NoError(t, tx.Commit(t.Context()))
	return <-answers
}

// Blocks reports whether another session waits for a lock of a transaction.
func Blocks(t testing.TB, tx pgx.Tx) (blocks bool) {
	t.Helper()
	// Through a pooler the client does not know its server process, so the transaction itself queries it.
	must(t, tx.QueryRow(t.Context(), `
		SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))`).Scan(&blocks))
	return blocks
}
