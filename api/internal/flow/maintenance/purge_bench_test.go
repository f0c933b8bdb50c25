package maintenance_test

import (
	"flag"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// rows is the number of rows that BenchmarkEndOfLife deletes:
//
//	go test ./api/internal/flow/maintenance -run '^$' -bench EndOfLife -benchtime 1x -args -rows 1000000
var rows = flag.Int("rows", 10_000, "number of rows that BenchmarkEndOfLife deletes")

// BenchmarkEndOfLife measures how long the deletion of that many callbacks takes, in pages, and of that many records of
// a month, with their partition.
func BenchmarkEndOfLife(b *testing.B) {
	for range b.N {
		pool := postgrestest.New(b)
		owner, err := postgrestest.Owner(b, pool).Acquire(b.Context())
		require.NoError(b, err)
		_, err = owner.Exec(b.Context(), `SET statement_timeout = 0`)
		require.NoError(b, err)
		for _, sql := range []string{
			`INSERT INTO hook_event (source, event_id, received_at) SELECT 'payment:x', md5(n::text), timestamptz '2026-01-01Z' + n * interval '1 second' FROM generate_series(1, $1::int) n`,
			`INSERT INTO tracking_record (page_id, button_id, at) SELECT '/m/home', '', timestamptz '2131-01-01Z' + n * interval '1 second' FROM generate_series(1, $1::int) n`,
		} {
			_, err := owner.Exec(b.Context(), sql, *rows)
			require.NoError(b, err)
		}
		owner.Release()
		require.NoError(b, postgres.CreatePartitions(b.Context(), postgrestest.Owner(b, pool), postgres.TrackingRecords, time.Date(2131, 2, 1, 0, 0, 0, 0, time.UTC)))

		began, gone := time.Now(), int64(1)
		for gone > 0 {
			gone, err = idempotency.PurgeEvents(b.Context(), pool, time.Now().AddDate(10, 0, 0))
			require.NoError(b, err)
		}
		b.ReportMetric(time.Since(began).Seconds(), "s-in-pages")
		began = time.Now()
		_, err = postgres.DropPartitions(b.Context(), pool, postgres.TrackingRecords, time.Date(2132, 1, 1, 0, 0, 0, 0, time.UTC))
		require.NoError(b, err)
		b.ReportMetric(time.Since(began).Seconds(), "s-by-month")
	}
}
