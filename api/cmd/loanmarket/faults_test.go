package main_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/faulttest"
	"github.com/loanmarket/loanmarket/api/internal/test/historytest"
)

const (
	// afterFault is the time within which everything that a fault delayed must be done after its end.
	afterFault = time.Minute
	// faultLasts is longer than a call waits for a connection, so that calls are refused and not only delayed.
	faultLasts = 3 * time.Second
)

// faultFixture returns a fixture with all partners on which every call is answered.
func faultFixture(t *testing.T, f *faulttest.Stack) *fixture {
	return &fixture{
		Stack: f.Stack, product: f.Market(t), bank: f.Bank, gateway: config.HTTP, outside: f.Outside, everybody: true, platforms: f.Platforms,
		answers: true, over: make(chan struct{}), history: historytest.New(),
	}
}

// TestLoanSurvivesConnectionFaultAtEachStep runs, for each kind of fault, one loan per step. While each loan is in its step,
// all connections break. Every call is answered in time, nothing is lost or doubled, and one minute after the
// fault everything is done.
func TestLoanSurvivesConnectionFaultAtEachStep(t *testing.T) {
	t.Parallel()
	// The loans wait for partners most of the time, so they run concurrently regardless of how many tests may run in
	// parallel.
	var kinds sync.WaitGroup
	for _, kind := range faulttest.Kinds {
		kinds.Go(func() { t.Run(string(kind), func(t *testing.T) { runThroughFault(t, kind) }) })
	}
	kinds.Wait()
}

func runThroughFault(t *testing.T, kind faulttest.Kind) {
	f := faulttest.Start(t, apptest.Processes(1))
	s := faultFixture(t, f)
	lines := append(f.Lines(), f.Reports(t, f.Base())...)
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	defer cancel()

	var ready, running sync.WaitGroup
	faultBegan := make(chan struct{})
	steps := len((&loan{fixture: s}).steps())
	loans := make([]*loan, steps)
	ended := make([]time.Time, steps)
	for step := range steps {
		l := s.newLoan(ctx, t, rand.New(rand.NewPCG(uint64(step), 1)))
		loans[step] = l
		ready.Add(1)
		running.Go(func() {
			err := l.run(0, step)
			ready.Done()
			<-faultBegan
			if err == nil {
				err = l.run(step, step+1)
			}
			ended[step] = time.Now()
			if err == nil {
				err = l.run(step+1, steps)
			}
			if err != nil {
				t.Errorf("step %d, order %s: %v", step, l.order.OrderNo, err)
			}
		})
	}
	ready.Wait()
	for _, line := range lines {
		require.NoError(t, line.Break(kind))
	}
	close(faultBegan)
	pause(ctx, faultLasts)
	for _, line := range lines {
		require.NoError(t, line.Restore())
	}
	over := time.Now()
	running.Wait()
	loansEnded := time.Now()
	s.judge(t, [][]*loan{loans})
	held, settled := slices.MaxFunc(ended, time.Time.Compare).Sub(over), time.Since(loansEnded)
	t.Logf("%d calls, slowest %s; the steps ended %s after the fault, background work %s after the loans", s.calls, s.slowest, held, settled)
	require.Less(t, held, afterFault)
	require.Less(t, settled, afterFault)
	require.Empty(t, s.silent)
}
