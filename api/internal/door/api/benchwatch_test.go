package api_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// clockTick is the unit in which Linux counts the CPU time of processes.
const clockTick = 10 * time.Millisecond

// watch samples the activity of the database until the returned function is called. That function returns the CPU time
// of the connections and how often the busy ones were seen in each state.
func watch(t *testing.T, own *postgrestest.Own) func(calls int) (time.Duration, map[string]int) {
	t.Helper()
	pool := postgrestest.Open(t, own.AdminURL())
	if *benchStatements {
		_, err := pool.Exec(t.Context(), `CREATE EXTENSION IF NOT EXISTS pg_stat_statements; SELECT pg_stat_statements_reset()`, pgx.QueryExecModeSimpleProtocol)
		require.NoError(t, err)
	}
	before := connectionsCPU(t, pool)
	pages := pagesRead(t, pool)
	ctx, stop := context.WithCancel(t.Context())
	seen := map[string]int{}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		sampleActivity(ctx, pool, seen)
	}()
	return func(calls int) (time.Duration, map[string]int) {
		// The pool is closed here and not at the end of the test, because a run makes hundreds of measurements.
		defer pool.Close()
		stop()
		<-ended
		var used time.Duration
		for pid, cpu := range connectionsCPU(t, pool) {
			used += cpu - before[pid]
		}
		if *benchStatements {
			logStatements(t, pool, calls)
			logPages(t, pages, pagesRead(t, pool), calls)
		}
		return used, seen
	}
}

// sampleActivity counts the activity of the connections of the product and the floor.
func sampleActivity(ctx context.Context, pool *pgxpool.Pool, seen map[string]int) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		rows, err := pool.Query(ctx, `
			SELECT coalesce(wait_event_type || ':' || wait_event, 'at work') FROM pg_stat_activity
			WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`)
		if err != nil {
			continue
		}
		names, _ := pgx.CollectRows(rows, pgx.RowTo[string])
		for _, name := range names {
			seen[name]++
		}
	}
}

// mostSeen names the three most frequent activities.
func mostSeen(seen map[string]int) string {
	type wait struct {
		name  string
		times int
	}
	var all []wait
	total := 0
	for name, times := range seen {
		all = append(all, wait{name, times})
		total += times
	}
	slices.SortFunc(all, func(a, b wait) int { return b.times - a.times })
	var texts []string
	for _, w := range all[:min(3, len(all))] {
		texts = append(texts, fmt.Sprintf("%s %d %%", w.name, 100*w.times/total))
	}
	return strings.Join(texts, ", ")
}

// connectionsCPU returns the CPU time of every connection except its own, by process id. The map is empty on systems
// without /proc.
func connectionsCPU(t *testing.T, pool *pgxpool.Pool) map[int]time.Duration {
	t.Helper()
	rows, err := pool.Query(t.Context(), `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename <> current_user`)
	require.NoError(t, err)
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
	require.NoError(t, err)
	used := map[int]time.Duration{}
	for _, pid := range pids {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue
		}
		// The process name, in parentheses, may contain any character. After it come the state and eleven more fields
		// before the two times.
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		used[pid] = time.Duration(user+system) * clockTick
	}
	return used
}

// logSizes logs the largest tables with their indexes and the size per row.
func logSizes(t *testing.T, own *postgrestest.Own) {
	t.Helper()
	rows, err := postgrestest.Open(t, own.AdminURL()).Query(t.Context(), `
		SELECT relname, reltuples::bigint, pg_total_relation_size(oid), pg_indexes_size(oid) FROM pg_class
		WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 0 ORDER BY 3 DESC LIMIT 20`)
	require.NoError(t, err)
	var table string
	var count, bytes, indexes int64
	t.Logf("%-24s %10s %12s %10s %10s", "table", "rows", "bytes", "per row", "indexes")
	_, err = pgx.ForEachRow(rows, []any{&table, &count, &bytes, &indexes}, func() error {
		t.Logf("%-24s %10d %12d %10d %10d", table, count, bytes, bytes/count, indexes/count)
		return nil
	})
	require.NoError(t, err)
}

// logStatements logs the most expensive statements since the last reset and what they wrote to the WAL: bytes and full
// page images.
func logStatements(t *testing.T, pool *pgxpool.Pool, calls int) {
	t.Helper()
	rows, err := pool.Query(t.Context(), `
		SELECT calls::float8 / $1::float8, (total_exec_time + total_plan_time) * 1000 / $1, plans::float8 / $1, total_plan_time * 1000 / $1,
			wal_bytes::float8 / $1, wal_fpi::float8 / $1, regexp_replace(query, '\s+', ' ', 'g')
		FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY 2 DESC LIMIT 25`, calls)
	require.NoError(t, err)
	var times, took, plans, planned, bytes, pages float64
	var text string
	t.Logf("%8s %9s %8s %9s %8s %8s  %s", "times", "µs", "planned", "µs", "WAL", "pages", "statement (figures per call)")
	_, err = pgx.ForEachRow(rows, []any{&times, &took, &plans, &planned, &bytes, &pages, &text}, func() error {
		t.Logf("%8.2f %9.1f %8.2f %9.1f %8.0f %8.2f  %.240s", times, took, plans, planned, bytes, pages, text)
		return nil
	})
	require.NoError(t, err)
}

// pagesRead returns the number of pages read of each table and index, from memory or from files.
func pagesRead(t *testing.T, pool *pgxpool.Pool) map[string]int64 {
	t.Helper()
	if !*benchStatements {
		return nil
	}
	rows, err := pool.Query(t.Context(), `
		SELECT relname, heap_blks_read + heap_blks_hit FROM pg_statio_all_tables
		UNION ALL SELECT relname || '.' || indexrelname, idx_blks_read + idx_blks_hit FROM pg_statio_all_indexes`)
	require.NoError(t, err)
	read := map[string]int64{}
	var name string
	var pages int64
	_, err = pgx.ForEachRow(rows, []any{&name, &pages}, func() error {
		read[name] = pages
		return nil
	})
	require.NoError(t, err)
	return read
}

// logPages logs the pages read per call of each table and index.
func logPages(t *testing.T, before, after map[string]int64, calls int) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if each := float64(after[name]-before[name]) / float64(calls); each > 0.05 {
			t.Logf("%8.2f pages of %s", each, name)
		}
	}
}
