package remind_test

import (
	"flag"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// loans is how many loans BenchmarkScan scans. The figure that is promised is that of a million:
//
//	go test ./api/internal/flow/remind -run '^$' -bench Scan -benchtime 1x -timeout 1h -args -loans 1000000
var loans = flag.Int("loans", 10_000, "loans that run in BenchmarkScan, all of them in the window of the reminders")

// BenchmarkScan measures the time that the database works for three passes over loans that are all in the window: the
// very first, which asks every one of them, that of the next morning, and one later that day, which asks nobody.
func BenchmarkScan(b *testing.B) {
	for range b.N {
		w := newWorld(b, nil)
		w.twins(b, *loans-1)
		for _, pass := range []struct {
			name string
			day  int
			hour string
		}{{"first", 0, "09:00"}, {"morning", 1, "09:00"}, {"later", 1, "15:00"}} {
			w.at(pass.day, pass.hour)
			before := w.worked(b)
			asked, more := 0, true
			for more {
				n, left, err := w.Scan(b.Context())
				require.NoError(b, err)
				asked, more = asked+n, left
			}
			b.ReportMetric((w.worked(b)-before)/1000, "s-database-"+pass.name)
			b.ReportMetric(float64(asked), "asked-"+pass.name)
		}
	}
}

// worked is how many milliseconds the database's sessions have worked. A session tells it when it ends.
func (w *world) worked(b *testing.B) (ms float64) {
	b.Helper()
	w.pool.Reset()
	owner := postgrestest.Owner(b, w.pool)
	require.Eventually(b, func() bool {
		var others int
		err := owner.QueryRow(b.Context(), `
			SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = 'loanmarket_app'`).Scan(&others)
		return err == nil && others == 0
	}, 10*time.Second, 10*time.Millisecond)
	require.NoError(b, owner.QueryRow(b.Context(), `SELECT active_time FROM pg_stat_database WHERE datname = current_database()`).Scan(&ms))
	return ms
}
