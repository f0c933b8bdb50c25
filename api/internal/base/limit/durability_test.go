package limit_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A count in a transaction is durable with it; a count of its own does not wait for the disk.
func TestOnlyStandaloneCountCommitsAsynchronously(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	l, _ := limiter(t)
	waits := func(db postgres.DB) bool {
		ctx, trips := postgres.CountTrips(t.Context())
		_, err := l.Take(ctx, db, phone("0901234567"))
		require.NoError(t, err)
		return !strings.Contains(strings.Join(trips.SQL(), ""), "'synchronous_commit', 'off', true")
	}
	require.False(t, waits(pool))
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `SET LOCAL synchronous_commit = on`)
	require.NoError(t, err)
	require.True(t, waits(tx))
	var kept string
	require.NoError(t, tx.QueryRow(t.Context(), `SHOW synchronous_commit`).Scan(&kept))
	require.Equal(t, "on", kept)
	require.NoError(t, tx.Rollback(t.Context()))
}
