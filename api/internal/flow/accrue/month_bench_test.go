package accrue_test

import (
	"context"
	"flag"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// loans is the number of loans in BenchmarkMonthEnd; `npm run measure:month` uses a million.
var loans = flag.Int("loans", 10_000, "number of loans in BenchmarkMonthEnd")

// BenchmarkMonthEnd measures the work over all loans of a market: the month's accrual, a complete comparison of the
// books afterwards, and one of the changes since. The bank's own books are not included.
func BenchmarkMonthEnd(b *testing.B) {
	for range b.N {
		w := open(b, "2026-03-12")
		flowtest.PayOut(b, w.pool, flowtest.Loan{DisbursedOn: w.today()})
		w.copies(b, *loans-1, "terms")
		w.days(19)

		before := w.written(b)
		began, runs := time.Now(), 0
		for more := true; more; runs++ {
			var err error
			more, err = w.flow.Month(b.Context())
			require.NoError(b, err)
		}
		b.ReportMetric(time.Since(began).Seconds(), "s-accrual")
		b.ReportMetric(float64(runs), "runs-accrual")
		b.ReportMetric(float64(w.written(b)-before)/float64(*loans), "B-of-wal/loan")
		require.Equal(b, *loans, w.count(b, `SELECT count(*) FROM ledger_transaction WHERE kind = 'accrual'`))

		operators, err := postgres.Open(b.Context(), w.pool.Config().ConnString(), postgres.LongRunning())
		require.NoError(b, err)
		defer operators.Close()
		books := reconcile.Books{Pool: operators, Replica: postgres.NewReplica(operators, nil), Clock: clock.Wall{}, Gateway: config.Sandbox}
		for _, check := range []struct {
			name   string
			run    func(context.Context) (reconcile.Result, error)
			scopes int
		}{{"whole", books.Check, *loans}, {"changed", books.CheckChanged, 0}} {
			began, most := time.Now(), heap()
			result, err := check.run(b.Context())
			require.NoError(b, err)
			require.Empty(b, result.Differences)
			require.Equal(b, check.scopes, result.Scopes)
			b.ReportMetric(time.Since(began).Seconds(), "s-"+check.name)
			b.ReportMetric(float64(most())/(1<<20), "MB-of-heap-"+check.name)
		}
	}
}

// written returns the end of the database's write-ahead log, in bytes.
func (w *fixture) written(b *testing.B) (bytes int64) {
	require.NoError(b, w.pool.QueryRow(b.Context(), `SELECT pg_current_wal_lsn() - '0/0'::pg_lsn`).Scan(&bytes))
	return bytes
}

// heap starts to sample the memory of the process. The returned function stops it and returns the maximum.
func heap() (most func() uint64) {
	over, seen := make(chan struct{}), make(chan uint64)
	go func() {
		ticker := time.NewTicker(50 * time.Millisecond)
		defer ticker.Stop()
		var m runtime.MemStats
		var peak uint64
		for {
			select {
			case <-ticker.C:
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapInuse)
			case <-over:
				seen <- peak
				return
			}
		}
	}()
	return func() uint64 {
		close(over)
		return <-seen
	}
}
