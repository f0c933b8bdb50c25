package apptest

import (
	"context"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
)

// probeEvery is how often the load balancer checks whether a program is ready.
const probeEvery = 50 * time.Millisecond

// Balance sends requests to a program while its /readyz reports that it is ready, like a load balancer that is not told about
// deploys. When it returns, the program already receives requests.
func (stack *Stack) Balance(t testing.TB, p *Program) {
	t.Helper()
	stack.addBase(p.base)
	ctx, end := context.WithCancel(context.WithoutCancel(t.Context()))
	var probing sync.WaitGroup
	probing.Go(func() {
		defer stack.removeBase(p.base)
		for called := true; ; {
			select {
			case <-p.process.Done():
				return
			case <-ctx.Done():
				return
			case <-time.After(probeEvery):
			}
			switch ready := p.ready(ctx); {
			case ready && !called:
				stack.addBase(p.base)
				called = true
			case !ready && called:
				stack.removeBase(p.base)
				called = false
			}
		}
	})
	t.Cleanup(func() {
		end()
		probing.Wait()
	})
}

// Terminate stops the program as a deploy does: it drains, finishes running requests and jobs, and exits.
func (p *Program) Terminate(t testing.TB) {
	t.Helper()
	require.NoError(t, syscall.Kill(p.process.PID(), syscall.SIGTERM))
}

// RequireEnded waits for a terminated program to exit, which must be without an error.
func (p *Program) RequireEnded(t testing.TB, within time.Duration) {
	t.Helper()
	select {
	case <-p.process.Done():
		if err := p.process.Err(); err != nil {
			require.NoError(t, err, "%s", child.Tail(p.log))
		}
	case <-time.After(within):
		require.Fail(t, "the program did not exit", "%s", child.Tail(p.log))
	}
}
