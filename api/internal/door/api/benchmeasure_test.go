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

// measured is what a call took.
type measured struct {
	calls, failed int
	perSecond     float64
	took          []time.Duration
	// process and database are the CPU time of a call: of this process, its callers and jobs included, and of
	// PostgreSQL's connections.
	process, database time.Duration
	// waits is what the connections were at while they worked.
	waits string
}

func (m measured) at(percent int) time.Duration {
	return m.took[min(len(m.took)-1, len(m.took)*percent/100)].Round(10 * time.Microsecond)
}

// measure makes calls from so many callers at once, for a while, or until most are made where it is not 0.
func measure(t *testing.T, own *postgrestest.Own, name string, callers, most int, next request) (m measured) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: callers, MaxConnsPerHost: callers}}
	defer client.CloseIdleConnections()
	watched := watch(t, own)
	profiled := profile(t, own.Root(), fmt.Sprintf("%s, %d", name, callers))
	ctx, cancel := context.WithTimeout(t.Context(), *benchFor)
	defer cancel()
	var n atomic.Uint64
	var mu sync.Mutex
	var wait sync.WaitGroup
	began, before := time.Now(), processCPU()
	for range callers {
		wait.Go(func() {
			var took []time.Duration
			failed := 0
			for ctx.Err() == nil {
				i := n.Add(1)
				if most > 0 && i > uint64(most) {
					break
				}
				at := time.Now()
				if err := fetch(client, next, i); err != nil {
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
	m.calls = len(m.took)
	m.perSecond = float64(m.calls) / time.Since(began).Seconds()
	m.process = (processCPU() - before) / time.Duration(m.calls)
	profiled()
	m.database, m.waits = watched(m.calls)
	slices.Sort(m.took)
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

// processCPU is the CPU time that this process has had.
func processCPU() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

var notInNames = regexp.MustCompile(`\W+`)

// profile writes the profiles of what runs until it is called, where they are asked for.
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
	// What was allocated before is taken away by `go tool pprof -base`.
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
