package channel_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A month is dropped once its first day is past the retention time. Rows outside of the partitions are deleted one by one.
func TestPurgeRecordsKeepsTheStatedRetention(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	const keep = 90 * 24 * time.Hour
	at := func(month time.Month, day int) time.Time { return time.Date(2131, month, day, 12, 0, 0, 0, time.UTC) }
	for _, when := range []time.Time{at(2, 28), at(3, 1), at(3, 31), at(4, 1), at(6, 15)} {
		require.NoError(t, channel.SaveRecords(t.Context(), pool, channel.Records{Records: []channel.Record{{PageID: "/m/home"}}, At: when}))
	}
	left := func() []time.Time {
		rows, err := pool.Query(t.Context(), `SELECT at FROM tracking_record ORDER BY at`)
		require.NoError(t, err)
		all, err := pgx.CollectRows(rows, pgx.RowTo[time.Time])
		require.NoError(t, err)
		for i := range all {
			all[i] = all[i].UTC()
		}
		return all
	}
	months, rows, err := channel.PurgeRecords(t.Context(), pool, at(5, 31), keep)
	require.NoError(t, err)
	require.Equal(t, []time.Time{at(4, 1), at(6, 15)}, left(), "on 31 May all of March is dropped: its first day is 91 days ago")
	require.EqualValues(t, 3, months, "February, March and the first partition, which holds everything before the months")
	require.Zero(t, rows)

	_, err = postgrestest.Owner(t, pool).Exec(t.Context(), `INSERT INTO tracking_record (page_id, button_id, at) VALUES ('x', '', $1)`, at(1, 1))
	require.NoError(t, err)
	_, _, err = channel.PurgeRecords(t.Context(), pool, at(6, 29), keep)
	require.NoError(t, err)
	require.Equal(t, []time.Time{at(4, 1), at(6, 15)}, left(), "1 April is 89 days ago")
	_, _, err = channel.PurgeRecords(t.Context(), pool, at(6, 30), keep)
	require.NoError(t, err)
	require.Equal(t, []time.Time{at(6, 15)}, left())
}
