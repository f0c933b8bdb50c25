package main_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/faulttest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const (
	// answersAgain is the time after the promotion of the standby within which every process serves again.
	answersAgain = 10 * time.Second
	// moneySteps is the number of last steps of a loan: application, decision, payout, repayment, reversal.
	moneySteps = 5
)

// TestFailoverToStandbyLosesNothing kills the primary of a database with a synchronous standby while several borrowers are each in
// another step that moves money, on two processes. The standby is promoted, and the processes find it without help.
// Nothing that was acknowledged is missing or doubled. A call that was cut off is retried and gets the one answer.
func TestFailoverToStandbyLosesNothing(t *testing.T) {
	t.Parallel()
	postgrestest.NeedsSession(t, "the test starts its own two servers without a pooler")
	own := postgrestest.StartOwn(t)
	standby := own.AddStandby(t)
	f := faulttest.Start(t, apptest.Processes(0), apptest.On(own.Database))
	s := faultFixture(t, f)
	binary := apptest.Compile(t)
	programs := []*apptest.Program{f.Spawn(t, binary), f.Spawn(t, binary)}
	f.Reports(t, programs[0].Base(), programs[1].Base())
	ctx, cancel := context.WithTimeout(t.Context(), 3*patience)
	defer cancel()

	var ready, running sync.WaitGroup
	faultBegan := make(chan struct{})
	loans := make([]*loan, moneySteps)
	for i := range loans {
		l := s.newLoan(ctx, t, rand.New(rand.NewPCG(uint64(i), 3)))
		loans[i] = l
		steps := len(l.steps())
		at := steps - moneySteps + i
		ready.Add(1)
		running.Go(func() {
			err := l.run(0, at)
			ready.Done()
			<-faultBegan
			if err == nil {
				err = l.run(at, steps)
			}
			if err != nil {
				t.Errorf("step %d, order %s: %v", at, l.order.OrderNo, err)
			}
		})
	}
	ready.Wait()
	const intents = `SELECT count(*) FROM payment_intent`
	before := s.number(t, intents)
	close(faultBegan)
	require.Eventually(t, func() bool { return s.number(t, intents) > before }, patience, time.Millisecond, "a borrower must create a payment intent")
	own.End(t, postgrestest.Killed)
	for _, p := range programs {
		awaitStatus(t, p, http.StatusServiceUnavailable, patience)
	}
	standby.Promote(t)
	promoted := time.Now()
	for _, p := range programs {
		awaitStatus(t, p, http.StatusOK, answersAgain)
	}
	t.Logf("both processes were ready %s after the promotion", time.Since(promoted))
	running.Wait()
	loansEnded := time.Now()
	s.judge(t, [][]*loan{loans})
	t.Logf("%d calls, slowest %s; the loans ended %s after the promotion, background work %s later", s.calls, s.slowest, loansEnded.Sub(promoted), time.Since(loansEnded))
	require.Empty(t, s.silent)
}

// awaitStatus probes whether a process is ready until it gives the expected status.
func awaitStatus(t *testing.T, p *apptest.Program, status int, within time.Duration) {
	t.Helper()
	require.Eventually(t, func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.Base()+"/readyz", nil)
		require.NoError(t, err)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return false
		}
		require.NoError(t, answer.Body.Close())
		return answer.StatusCode == status
	}, within, 10*time.Millisecond, "%s must answer /readyz with status %d", p.Base(), status)
}
