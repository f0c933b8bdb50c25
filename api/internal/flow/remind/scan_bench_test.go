package remind_test

import (
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// loans is the number of loans in BenchmarkScan. The promised figure is for a million: `npm run measure:reminders`.
var loans = flag.Int("loans", 10_000, "number of loans in BenchmarkScan, all of them due for a reminder")

// BenchmarkScan measures how long the database's sessions are busy with three passes over loans that are all due for a
// reminder: the first pass, which queues every loan, that of the next morning, and one later that day, which queues
// none. It also measures the processor time, which is the same on a machine that does nothing else.
func BenchmarkScan(b *testing.B) {
	for range b.N {
		w := newFixture(b, nil)
		w.addCopies(b, *loans-1)
		for _, pass := range []struct {
			name string
			day  int
			hour string
		}{{"first", 0, "09:00"}, {"morning", 1, "09:00"}, {"later", 1, "15:00"}} {
			w.at(pass.day, pass.hour)
			before, processor := w.worked(b), w.processorTime(b)
			asked, runs, more := 0, 0, true
			for more {
				n, left, err := w.Scan(b.Context())
				require.NoError(b, err)
				asked, runs, more = asked+n, runs+1, left
			}
			b.ReportMetric(w.processorTime(b)-processor, "s-processor-"+pass.name)
			b.ReportMetric((w.worked(b)-before)/1000, "s-database-"+pass.name)
			b.ReportMetric(float64(asked), "asked-"+pass.name)
			b.ReportMetric(float64(runs), "runs-"+pass.name)
		}
	}
}

// processorTime returns the processor seconds of the database's live sessions. The sessions of a pass are those of its
// pool. It is zero if the system does not report it.
func (w *fixture) processorTime(b *testing.B) (seconds float64) {
	b.Helper()
	rows, err := postgrestest.Owner(b, w.pool).Query(b.Context(), `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename = 'loanmarket_app'`)
	require.NoError(b, err)
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
	require.NoError(b, err)
	for _, pid := range pids {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil {
			continue
		}
		// After the name, in hundredths of a second: user time and system time.
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		for _, field := range fields[11:13] {
			ticks, err := strconv.ParseFloat(field, 64)
			require.NoError(b, err)
			seconds += ticks / 100
		}
	}
	return seconds
}

// worked returns how many milliseconds the database's sessions have been active. A session reports this when it ends.
func (w *fixture) worked(b *testing.B) (ms float64) {
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
