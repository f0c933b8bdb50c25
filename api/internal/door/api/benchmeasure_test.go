package api_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime/pprof"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// measured is the result of measuring a call over all rounds.
type measured struct {
	calls, failed int
	elapsed       time.Duration
	took          []time.Duration
	// process and database are CPU times: of this process, including callers and jobs, and of the PostgreSQL
	// connections.
	process, database time.Duration
	// seen counts what the busy connections were doing.
	seen map[string]int
}

func (m *measured) add(round measured) {
	m.calls, m.failed, m.elapsed = m.calls+round.calls, m.failed+round.failed, m.elapsed+round.elapsed
	m.process, m.database = m.process+round.process, m.database+round.database
	m.took = append(m.took, round.took...)
	slices.Sort(m.took)
	if m.seen == nil {
		m.seen = map[string]int{}
	}
	for what, times := range round.seen {
		m.seen[what] += times
	}
}

func (m *measured) at(percent int) time.Duration {
	return m.took[min(len(m.took)-1, len(m.took)*percent/100)].Round(10 * time.Microsecond)
}

func (m *measured) perSecond() float64 { return float64(m.calls) / m.elapsed.Seconds() }

// each returns the time per call.
func (m *measured) each(of time.Duration) time.Duration {
	return (of / time.Duration(max(1, m.calls))).Round(time.Microsecond)
}

// measure sends calls from the given number of concurrent callers until the time is over or the maximum number of calls
// is reached.
func measure(t *testing.T, own *postgrestest.Own, calls *callsOf, callers, most int, during time.Duration) (m measured) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: callers, MaxConnsPerHost: callers}}
	defer client.CloseIdleConnections()
	watched := watch(t, own)
	profiled := profile(t, own.Root(), fmt.Sprintf("%s, %d", calls.name, callers))
	ctx, cancel := context.WithTimeout(t.Context(), during)
	defer cancel()
	var made atomic.Int64
	var mu sync.Mutex
	var wait sync.WaitGroup
	began, before := time.Now(), processCPU()
	for range callers {
		wait.Go(func() {
			var took []time.Duration
			failed := 0
			for ctx.Err() == nil && made.Add(1) <= int64(most) {
				at := time.Now()
				if err := fetch(client, calls.next, calls.n.Add(1)); err != nil {
					if failed++; failed == 1 {
						t.Log(err)
					}
				}
				took = append(took, time.Since(at))
			}
			mu.Lock()
			defer mu.Unlock()
			m.took, m.failed = append(m.took, took...), m.failed+failed
		})
	}
	wait.Wait()
	m.calls, m.elapsed, m.process = len(m.took), time.Since(began), processCPU()-before
	profiled()
	m.database, m.seen = watched(m.calls)
	return m
}

func fetch(client *http.Client, next request, n uint64) error {
	method, url, token, header, raw := next(n)
	r, err := http.NewRequest(method, url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	r.Header = header
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Token", token)
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %d %s", url, answer.StatusCode, text)
	}
	return err
}

// processCPU returns the CPU time used by this process.
func processCPU() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

var notInNames = regexp.MustCompile(`\W+`)

// profile starts the profiles, if requested, and returns a function that writes them.
func profile(t *testing.T, root, name string) func() {
	t.Helper()
	if *benchProfile == "" {
		return func() {}
	}
	path := filepath.Join(rooted(root, *benchProfile), notInNames.ReplaceAllString(name, "-"))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	write := func(kind string, to func(io.Writer) error) {
		file, err := os.Create(path + kind)
		require.NoError(t, err)
		require.NoError(t, to(file))
		require.NoError(t, file.Close())
	}
	allocs := func(w io.Writer) error { return pprof.Lookup("allocs").WriteTo(w, 0) }
	// `go tool pprof -base` subtracts the allocations made before the measurement.
	write(".allocs.before", allocs)
	file, err := os.Create(path + ".cpu")
	require.NoError(t, err)
	require.NoError(t, pprof.StartCPUProfile(file))
	return func() {
		pprof.StopCPUProfile()
		require.NoError(t, file.Close())
		write(".allocs", allocs)
	}
}
