package faulttest_test

import (
	"context"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/faulttest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// database returns a pool of one connection over a line; the connection is pinged whenever it is acquired, like an idle one.
func database(t *testing.T) (*pgxpool.Pool, *faulttest.Line) {
	t.Helper()
	u, err := url.Parse(postgrestest.Create(t).DirectURL) // the line itself is tested, without a pooler
	require.NoError(t, err)
	line := faulttest.Open(t, u.Host)
	u.Host = line.Address
	config, err := postgres.Config(u.String())
	require.NoError(t, err)
	config.MaxConns = 1
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return true }
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	require.NoError(t, pool.Ping(t.Context()))
	return pool, line
}

func one(ctx context.Context, pool *pgxpool.Pool) (n int, err error) {
	err = pool.QueryRow(ctx, `SELECT 1`).Scan(&n)
	return n, err
}

func TestSilentConnectionIsReplacedByPing(t *testing.T) {
	t.Parallel()
	pool, line := database(t)
	require.NoError(t, line.Break(faulttest.HalfOpen))
	require.NoError(t, line.Restore())
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	n, err := one(ctx, pool)
	require.NoError(t, err)
	require.Equal(t, 1, n)
}

func TestConnectionCutDuringCallIsBusy(t *testing.T) {
	t.Parallel()
	pool, line := database(t)
	err := postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
		require.NoError(t, line.Break(faulttest.Cut))
		_, err := tx.Exec(ctx, `SELECT 1`)
		return err
	})
	require.Equal(t, reason.SystemBusy, reason.Of(err), "%v", err)
}
