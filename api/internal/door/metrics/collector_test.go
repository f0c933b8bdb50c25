package metrics_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/door/metrics"
	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
)

// watchOK returns the gauge that says whether the last query succeeded.
func watchOK(t *testing.T, c *metrics.Collector) float64 {
	scrape := prometheus.NewRegistry()
	scrape.MustRegister(c)
	families, err := scrape.Gather()
	require.NoError(t, err)
	for _, family := range families {
		if family.GetName() == "loanmarket_watch_ok" {
			return family.GetMetric()[0].GetGauge().GetValue()
		}
	}
	t.Error("loanmarket_watch_ok is missing")
	return -1
}

// One query serves all scrapes that arrive while it runs. A query that does not end keeps no scrape longer than its
// timeout.
func TestConcurrentScrapesShareOneQuery(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var runs atomic.Int64
		gate := make(chan struct{})
		c := metrics.NewCollector(time.Now, func(context.Context) (monitor.State, error) {
			runs.Add(1)
			<-gate
			return monitor.State{At: time.Now(), Wall: time.Now(), Codes: &member.CodeShare{}}, nil
		})
		began, results := time.Now(), make(chan float64, 2)
		for range 2 {
			go func() { results <- watchOK(t, c) }()
		}
		require.Zero(t, <-results)
		require.Zero(t, <-results)
		require.Equal(t, 5*time.Second, time.Since(began), "both scrapes wait for the same timeout, not one after the other")
		require.EqualValues(t, 1, runs.Load())
		close(gate)
		synctest.Wait()
		require.EqualValues(t, 1, watchOK(t, c))
		require.EqualValues(t, 1, runs.Load(), "a late result serves the next scrape")
		time.Sleep(11 * time.Second)
		require.EqualValues(t, 1, watchOK(t, c))
		require.EqualValues(t, 2, runs.Load())
	})
}

// A query that has timed out does not serve later scrapes.
func TestTimedOutQueryDoesNotServeLaterScrapes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var begun, ended atomic.Int64
		hangs := true
		c := metrics.NewCollector(time.Now, func(ctx context.Context) (monitor.State, error) {
			begun.Add(1)
			if hangs {
				<-ctx.Done()
			}
			ended.Add(1)
			return monitor.State{At: time.Now(), Wall: time.Now(), Codes: &member.CodeShare{}}, ctx.Err()
		})
		asked := time.Now()
		require.Zero(t, watchOK(t, c))
		require.Less(t, time.Since(asked), 5*time.Second)
		require.EqualValues(t, 1, ended.Load())
		hangs = false
		time.Sleep(11 * time.Second)
		require.EqualValues(t, 1, watchOK(t, c))
		require.EqualValues(t, 2, begun.Load())
	})
}
