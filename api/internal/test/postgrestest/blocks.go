package postgrestest

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// Behind makes a call while a transaction stands that it should wait for, commits that once the call waits for it, or is done
// without, and gives the call's answer.
func Behind[T any](t testing.TB, tx pgx.Tx, call func() T) T {
	t.Helper()
	answers := make(chan T, 1)
	go func() { answers <- call() }()
	require.Eventually(t, func() bool { return Blocks(t, tx) || len(answers) > 0 }, 30*time.Second, 5*time.Millisecond)
	require.NoError(t, tx.Commit(t.Context()))
	return <-answers
}

// Blocks reports whether somebody waits for a lock that a transaction holds.
func Blocks(t testing.TB, tx pgx.Tx) (blocks bool) {
	t.Helper()
	// Through a pooler the client does not know the server process of its transaction: the transaction itself asks.
	must(t, tx.QueryRow(t.Context(), `
		SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))`).Scan(&blocks))
	return blocks
}
