package postgres_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A process that was paused in a transaction finds that the server has closed its connection: the client may try again.
func TestTransactionOfPausedProcessIsBusy(t *testing.T) {
	t.Parallel()
	url := postgrestest.Create(t).DirectURL
	pool, other := postgrestest.Open(t, oneConn(url)), postgrestest.Open(t, url)
	for _, timeout := range []string{"idle_in_transaction_session_timeout", "transaction_timeout"} {
		err := postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
			var pid int
			require.NoError(t, tx.QueryRow(ctx, `SELECT pg_backend_pid() FROM (SELECT set_config($1, '1ms', true)) AS s`, timeout).Scan(&pid))
			require.Eventually(t, func() bool {
				var ended bool
				const gone = `SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1)`
				return other.QueryRow(t.Context(), gone, pid).Scan(&ended) == nil && ended
			}, time.Minute, time.Millisecond)
			_, err := tx.Exec(ctx, addEvent, timeout)
			return err
		})
		require.Equal(t, reason.SystemBusy, reason.Of(err), "%s: %v", timeout, err)
	}
	require.Zero(t, events(t, pool))
}

// After an error that ends the connection, as PgBouncer sends it when the server died, nobody knows whether COMMIT was executed.
func TestOnlyAnErrorOfAStatementIsARefusal(t *testing.T) {
	t.Parallel()
	_, err := postgrestest.New(t).Exec(t.Context(), `SELECT 1/0`)
	require.True(t, postgres.Refused(fmt.Errorf("failed: %w", err)))
	require.False(t, postgres.Refused(nil))
	require.False(t, postgres.Refused(context.DeadlineExceeded))
	for _, died := range []pgconn.PgError{
		{Severity: "FATAL", SeverityUnlocalized: "FATAL", Code: "57P01"},
		{Severity: "FATAL", Code: "08P01", Message: "server conn crashed?"},
		{Severity: "PANIK", SeverityUnlocalized: "PANIC", Code: "XX000"},
	} {
		require.False(t, postgres.Refused(&died), died.Code)
		require.Equal(t, reason.SystemBusy, reason.Of(postgres.Reason(&died)), died.Code)
	}
	disk := pgconn.PgError{Severity: "ERROR", SeverityUnlocalized: "ERROR", Code: "58030"}
	require.Equal(t, reason.SystemBusy, reason.Of(postgres.Reason(&disk)), "a disk that fails is as transient as a full one")
}
