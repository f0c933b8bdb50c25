package postgres_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestPoolFollowsPrimaryAfterFailover(t *testing.T) {
	t.Parallel()
	own := postgrestest.StartOwn(t)
	standby := own.AddStandby(t)
	pool := postgrestest.Open(t, own.Database.AppURL)
	add := func(id string) error {
		return postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
			_, err := tx.Exec(ctx, addEvent, id)
			return err
		})
	}
	require.NoError(t, add("before"))
	require.NoError(t, postgres.PingPrimary(t.Context(), pool))
	host, err := postgres.Config(own.Database.AppURL)
	require.NoError(t, err)
	require.Equal(t, 2*time.Second, host.ConnConfig.ConnectTimeout, "the timeout must be short because the next host may be the primary")

	own.End(t, postgrestest.Killed)
	// The remaining processes of the killed server end after a moment.
	require.Eventually(t, func() bool { return pool.Ping(t.Context()) != nil }, time.Minute, time.Millisecond, "the pool must not use the standby before its promotion")
	require.Error(t, postgres.PingPrimary(t.Context(), pool))
	require.Equal(t, reason.SystemBusy, reason.Of(add("between")))
	anyHost := postgrestest.Open(t, own.Database.AppURL+"&target_session_attrs=any")
	require.ErrorIs(t, postgres.PingPrimary(t.Context(), anyHost), postgres.ErrNoPrimary)

	standby.Promote(t)
	require.NoError(t, postgres.PingPrimary(t.Context(), pool))
	require.NoError(t, add("after"))
	require.Equal(t, 2, events(t, pool), "acknowledged rows must exist after the failover")
}

// A connection to a primary that becomes read-only, as on some managed servers during a failover, is closed.
func TestReadOnlyConnectionIsClosed(t *testing.T) {
	t.Parallel()
	pool := postgrestest.Open(t, oneConn(postgrestest.Create(t).DirectURL))
	add := func(id string) error {
		_, err := pool.Exec(t.Context(), addEvent, id)
		return err
	}
	_, err := pool.Exec(t.Context(), `SET default_transaction_read_only = on`)
	require.NoError(t, err)
	require.ErrorIs(t, postgres.PingPrimary(t.Context(), pool), postgres.ErrNoPrimary)
	require.Equal(t, reason.SystemBusy, reason.Of(postgres.Reason(add("refused"))))
	require.NoError(t, add("kept"))
}

func TestTransactionRetriesOnLostConnection(t *testing.T) {
	t.Parallel()
	url := postgrestest.Create(t).DirectURL
	pool, other := postgrestest.Open(t, oneConn(url)), postgrestest.Open(t, url)
	var pid uint32
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT pg_backend_pid()`).Scan(&pid))
	_, err := other.Exec(t.Context(), `SELECT pg_terminate_backend($1, 5000)`, pid)
	require.NoError(t, err)
	require.NoError(t, postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, addEvent, "anew")
		return err
	}))
	require.Equal(t, 1, events(t, pool))
}

// oneConn returns a URL whose pool has one connection.
func oneConn(url string) string {
	if strings.Contains(url, "?") {
		return url + "&pool_max_conns=1"
	}
	return url + "?pool_max_conns=1"
}
