package postgrestest

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
)

// Begin opens a transaction on a pool. It is rolled back when the test ends, if it is still open: closing the pool would wait for
// its connection.
func Begin(t testing.TB, pool *pgxpool.Pool) pgx.Tx {
	t.Helper()
	tx, err := pool.Begin(t.Context())
	must(t, err)
	rollBackAfter(t, tx)
	return tx
}

func rollBackAfter(t testing.TB, tx pgx.Tx) {
	t.Cleanup(func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) })
}

// Behind calls a function while tx is open. It commits tx once the call waits for one of its locks, or has returned, and
// returns the result of the call.
func Behind[T any](t testing.TB, tx pgx.Tx, call func() T) T {
	t.Helper()
	answer, _ := behind(t, tx, call)
	return answer
}

// Waits is Behind for a call that must wait: it fails the test if the call returned while tx was open.
func Waits[T any](t testing.TB, tx pgx.Tx, call func() T) T {
	t.Helper()
	answer, waited := behind(t, tx, call)
	require.True(t, waited, "the call did not wait for the transaction")
	return answer
}

func behind[T any](t testing.TB, tx pgx.Tx, call func() T) (answer T, waited bool) {
	t.Helper()
	rollBackAfter(t, tx)
	answers := make(chan T, 1)
	go func() { answers <- call() }()
	require.Eventually(t, func() bool {
		waited = Blocks(t, tx)
		return waited || len(answers) > 0
	}, 30*time.Second, 5*time.Millisecond)
	require.NoError(t, tx.Commit(t.Context()))
	return <-answers, waited
}

// Blocks reports whether another session waits for a lock of a transaction.
func Blocks(t testing.TB, tx pgx.Tx) (blocks bool) {
	t.Helper()
	// Through a pooler the client does not know its server process, so the transaction itself queries it.
	must(t, tx.QueryRow(t.Context(), `
		SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))`).Scan(&blocks))
	return blocks
}

// AwaitWaiting waits until at least count sessions of the pool's database wait for a lock. Unlike Blocks it also counts those that
// wait behind another waiting session.
func AwaitWaiting(t testing.TB, pool *pgxpool.Pool, count int) {
	t.Helper()
	require.Eventually(t, func() bool {
		var waiting int
		must(t, pool.QueryRow(t.Context(), `
			SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting))
		return waiting >= count
	}, 30*time.Second, 5*time.Millisecond)
}
