package main_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// drainTime is the time for a balancer, which probes twenty times a second, to notice that a process is leaving. It is
// far more than needed, because other tests share the processors.
const drainTime = 10 * time.Second

// TestRollingDeployFailsNoCalls replaces two processes that serve requests and two that work jobs, one of each at a time,
// while borrowers use them through a balancer that knows only the result of /readyz. No call fails, nothing is lost,
// and every process exits cleanly.
func TestRollingDeployFailsNoCalls(t *testing.T) {
	t.Parallel()
	binary := apptest.Compile(t)
	stack := apptest.Start(t, apptest.Processes(0), apptest.Set("DRAIN_TIME", drainTime.String()), apptest.Set("STOP_TIME", patience.String()),
		apptest.Set("DATABASE_REQUEST_CONNECTIONS", "4"), apptest.Set("DATABASE_JOB_CONNECTIONS", "2"))
	s := sandboxFixture(t, stack)
	s.answers, s.flawless = true, true
	web := func() *apptest.Program {
		p := stack.SpawnAside(t, binary, "JOBS=none")
		stack.Balance(t, p)
		return p
	}
	worker := func() *apptest.Program { return stack.SpawnAside(t, binary, "JOBS=all") }
	before := [][2]*apptest.Program{{web(), worker()}, {web(), worker()}}

	var running sync.WaitGroup
	loans := make([][]*loan, crowd/2)
	for i := range loans {
		running.Go(func() { loans[i] = s.runLoans(t, rand.New(rand.NewPCG(uint64(i), 4))) })
	}
	for _, pair := range before {
		for _, p := range pair {
			p.Terminate(t)
		}
		requireDrains(t, pair[0])
		for _, p := range pair {
			p.RequireEnded(t, drainTime+patience)
		}
		web()
		worker()
	}
	close(s.over)
	running.Wait()
	s.judge(t, loans)
	t.Logf("%d calls, slowest %s", s.calls, s.slowest)
	require.Empty(t, s.silent)
}

// requireDrains requires that a process that was told to stop reports it and keeps answering, but closes each
// connection after the answer.
func requireDrains(t *testing.T, p *apptest.Program) {
	t.Helper()
	awaitStatus(t, p, http.StatusServiceUnavailable, drainTime)
	answer, err := http.Get(p.Base() + "/healthz")
	require.NoError(t, err, "a draining process must answer until balancers have noticed")
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	require.True(t, answer.Close, "a draining process must close each connection after the answer")
}

// TestShutdownWaitsForCallsInFlight has a call wait in the database when its process is told to stop. The process accepts
// no more connections and exits when the call has been answered, however often it is told to stop.
func TestShutdownWaitsForCallsInFlight(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(0), apptest.Set("STOP_TIME", patience.String()))
	p := stack.Spawn(t, apptest.Compile(t), "JOBS=none")
	borrower := stack.Login(t)
	tx, err := stack.Owner.Begin(t.Context())
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `LOCK TABLE bank_card IN ACCESS EXCLUSIVE MODE`)
	require.NoError(t, err)
	answered := make(chan error, 1)
	go func() {
		answer, err := borrower.Try(t.Context(), "", "bankCardList", map[string]any{})
		if err == nil && !answer.Success {
			err = errors.New(string(answer.Body))
		}
		answered <- err
	}()
	require.Eventually(t, func() bool {
		var waits bool
		err := stack.Owner.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'bank_card'::regclass AND NOT granted)`).Scan(&waits)
		return err == nil && waits
	}, patience, time.Millisecond, "the call must be in flight")
	p.Terminate(t)
	require.Eventually(t, func() bool { return refuses(t.Context(), p) }, patience, time.Millisecond, "the process must stop accepting connections")
	p.Terminate(t)
	require.NoError(t, tx.Rollback(t.Context()))
	require.NoError(t, <-answered)
	p.RequireEnded(t, patience)
}

// refuses reports whether nothing listens at the address of a program.
func refuses(ctx context.Context, p *apptest.Program) bool {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", strings.TrimPrefix(p.Base(), "http://"))
	if err != nil {
		return errors.Is(err, syscall.ECONNREFUSED)
	}
	_ = connection.Close()
	return false
}
