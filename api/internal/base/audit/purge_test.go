package audit_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestPurgeDropsWholeMonthsAfterRetention(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	// As in a market that has run for years: the partition from before monthly partitions has been dropped.
	_, err := postgrestest.Owner(t, pool).Exec(t.Context(), `DROP TABLE audit_log_before`)
	require.NoError(t, err)
	now := time.Now().UTC()
	month := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	for _, at := range []time.Time{month.AddDate(-6, 0, 0), month.AddDate(-6, 1, 0), now} {
		e := entry()
		e.At = at
		require.NoError(t, audit.Write(t.Context(), pool, e))
	}
	count := func() (n int) {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM audit_log`).Scan(&n))
		return n
	}
	dropped, err := audit.Purge(t.Context(), pool, now, 0)
	require.NoError(t, err)
	require.Zero(t, dropped, "zero retention keeps entries forever")
	dropped, err = audit.Purge(t.Context(), pool, now, now.Sub(month.AddDate(-6, 1, 0)))
	require.NoError(t, err)
	require.EqualValues(t, 1, dropped)
	require.Equal(t, 2, count())
}
