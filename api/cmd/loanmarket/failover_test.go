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
	// moneySteps is the number of last steps of a life: application, decision, payout, repayment, reversal.
	moneySteps = 5
)

// TestThePrimaryDies kills the primary of a database with a synchronous standby while several borrowers are each in
// another step that moves money, on two processes. The standby is promoted, and the processes find it without help.
// Nothing that was acknowledged is missing or doubled. A call that was cut off is retried and gets the one answer.
func TestThePrimaryDies(t *testing.T) {
	t.Parallel()
	postgrestest.NeedsSession(t, "its two servers are its own, and no pooler stands before them")
	own := postgrestest.StartOwn(t)
	standby := own.AddStandby(t)
	f := faulttest.Start(t, apptest.Processes(0), apptest.On(own.Database))
	s := faultFixture(t, f)
	binary := apptest.Compile(t)
	programs := []*apptest.Program{f.Spawn(t, binary), f.Spawn(t, binary)}
	f.Reports(t, programs[0].Base(), programs[1].Base())
	ctx, cancel := context.WithTimeout(t.Context(), 3*patience)
	defer cancel()

	var there, living sync.WaitGroup
	struck := make(chan struct{})
	lives := make([]*life, moneySteps)
	for i := range lives {
		l := s.newLife(ctx, t, rand.New(rand.NewPCG(uint64(i), 3)))
		lives[i] = l
		steps := len(l.steps())
		at := steps - moneySteps + i
		there.Add(1)
		living.Go(func() {
			err := l.run(0, at)
			there.Done()
			<-struck
			if err == nil {
				err = l.run(at, steps)
			}
			if err != nil {
				t.Errorf("step %d, order %s: %v", at, l.order.OrderNo, err)
			}
		})
	}
	there.Wait()
	const intents = `SELECT count(*) FROM payment_intent`
	before := s.number(t, intents)
	close(struck)
	require.Eventually(t, func() bool { return s.number(t, intents) > before }, patience, time.Millisecond, "somebody pays")
	own.End(t, postgrestest.Killed)
	for _, p := range programs {
		awaitStatus(t, p, http.StatusServiceUnavailable, patience)
	}
	standby.Promote(t)
	promoted := time.Now()
	for _, p := range programs {
		awaitStatus(t, p, http.StatusOK, answersAgain)
	}
	t.Logf("both processes serve %s after the promotion", time.Since(promoted))
	living.Wait()
	lived := time.Now()
	s.judge(t, [][]*life{lives})
	t.Logf("%d calls, the slowest %s; the lives ended %s after the promotion, what is left %s later", s.calls, s.slowest, lived.Sub(promoted), time.Since(lived))
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
	}, within, 10*time.Millisecond, "%s answers %d", p.Base(), status)
}
