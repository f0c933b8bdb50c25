package postgres_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const insertRecord = `INSERT INTO tracking_record (page_id, button_id, at) VALUES ('/m/home', '', $1)`

func day(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.DateOnly, text)
	require.NoError(t, err)
	return at
}

// partsOf returns the partition of each row of a table.
func partsOf(t *testing.T, pool *pgxpool.Pool, table string) map[string]string {
	t.Helper()
	rows, err := postgrestest.Owner(t, pool).Query(t.Context(), `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), tableoid::regclass::text FROM `+table)
	require.NoError(t, err)
	found := map[string]string{}
	var at, part string
	_, err = pgx.ForEachRow(rows, []any{&at, &part}, func() error { found[at] = part; return nil })
	require.NoError(t, err)
	return found
}

// unpartitioned returns how many rows of a table are in its default partition.
func unpartitioned(t *testing.T, pool *pgxpool.Pool, table string) int64 {
	t.Helper()
	all, err := postgres.UnpartitionedRows().Read(t.Context(), pool)
	require.NoError(t, err)
	for _, s := range all {
		if s.Table == table {
			return s.Rows
		}
	}
	require.Fail(t, "unpartitioned rows are not counted for "+table)
	return 0
}

func TestPartitionsAreCreatedAheadAndDropped(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	const table = postgres.TrackingRecords
	for _, at := range []string{"2131-01-10", "2131-02-28", "2131-03-01", "2199-01-31"} {
		_, err := pool.Exec(t.Context(), insertRecord, day(t, at))
		require.NoError(t, err)
	}
	require.EqualValues(t, 4, unpartitioned(t, pool, table), "rows without a partition must go to the default partition")

	for range 2 {
		require.NoError(t, postgres.CreatePartitions(t.Context(), pool, table, day(t, "2131-03-15")))
	}
	for _, at := range []string{"2131-04-01", "2131-06-30", "2131-07-01"} {
		_, err := pool.Exec(t.Context(), insertRecord, day(t, at))
		require.NoError(t, err)
	}
	require.Equal(t, map[string]string{
		"2131-01-10": "tracking_record_2131_01", "2131-02-28": "tracking_record_2131_02", "2131-03-01": "tracking_record_2131_03",
		"2131-04-01": "tracking_record_2131_04", "2131-06-30": "tracking_record_2131_06", // created ahead
		"2131-07-01": "tracking_record_default", "2199-01-31": "tracking_record_default", // further ahead than any row should be
	}, partsOf(t, pool, table))
	require.EqualValues(t, 2, unpartitioned(t, pool, table))

	dropped, err := postgres.DropPartitions(t.Context(), pool, table, day(t, "2131-03-31"))
	require.NoError(t, err)
	require.EqualValues(t, 3, dropped, "the partition before months, January and February must be dropped")
	require.NoError(t, postgres.CreatePartitions(t.Context(), pool, table, day(t, "2199-01-01")))
	require.Equal(t, map[string]string{
		"2131-03-01": "tracking_record_2131_03", "2131-04-01": "tracking_record_2131_04", "2131-06-30": "tracking_record_2131_06",
		"2131-07-01": "tracking_record_2131_07", "2199-01-31": "tracking_record_2199_01",
	}, partsOf(t, pool, table))
	require.Zero(t, unpartitioned(t, pool, table), "new partitions must take their rows from the default partition")
}

// Partitions are created and dropped while others write: no insert fails and no row is lost.
func TestPartitionMaintenanceDoesNotFailInserts(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	begun := day(t, "2131-01-01")
	const writers, each = 3, 40
	var group sync.WaitGroup
	for range writers {
		group.Go(func() {
			for n := range each {
				_, err := pool.Exec(t.Context(), insertRecord, begun.AddDate(0, n%12, n%28))
				assert.NoError(t, err)
			}
		})
	}
	// A caller that times out on the lock retries.
	patiently := func(keep func() error) {
		err := keep()
		for err != nil && strings.Contains(err.Error(), "lock timeout") {
			err = keep()
		}
		assert.NoError(t, err)
	}
	for month := range 12 {
		patiently(func() error {
			return postgres.CreatePartitions(t.Context(), pool, postgres.TrackingRecords, begun.AddDate(0, month, 0))
		})
		patiently(func() error {
			_, err := postgres.DropPartitions(t.Context(), pool, postgres.TrackingRecords, begun)
			return err
		})
	}
	group.Wait()
	require.NoError(t, postgres.CreatePartitions(t.Context(), pool, postgres.TrackingRecords, begun.AddDate(1, 0, 0)))
	var rows int
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM tracking_record`).Scan(&rows))
	require.Equal(t, writers*each, rows)
	require.Zero(t, unpartitioned(t, pool, postgres.TrackingRecords))
}

// With the application's password it is not possible to delete the log or any other table.
func TestApplicationCannotDropYoungPartitions(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	_, err := postgres.DropPartitions(t.Context(), pool, postgres.AuditLog, time.Now().AddDate(-5, 0, 1))
	require.ErrorContains(t, err, "five years")
	for _, table := range []string{"payment", "audit_log_default", "loan; DROP TABLE loan"} {
		_, err = postgres.DropPartitions(t.Context(), pool, table, time.Now())
		require.ErrorContains(t, err, "is not kept by month")
		require.ErrorContains(t, postgres.CreatePartitions(t.Context(), pool, table, time.Now()), "is not kept by month")
	}
	require.NoError(t, postgres.CreatePartitions(t.Context(), pool, postgres.AuditLog, day(t, "2131-03-15")))
	for _, sql := range []string{
		`SELECT FROM audit_log_2131_03`, `INSERT INTO audit_log_2131_03 (at, actor, action, subject) VALUES ('2131-03-15Z', 'x', 'x', 'x')`,
		`DELETE FROM audit_log_2131_03`, `DELETE FROM audit_log_default`, `DELETE FROM audit_log_before`, `TRUNCATE audit_log`, `DROP TABLE audit_log_2131_03`,
	} {
		_, err := pool.Exec(t.Context(), sql)
		require.Error(t, err, sql)
		require.Regexp(t, "permission denied|must be owner", err.Error(), sql)
	}
}
