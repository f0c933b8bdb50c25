package main_test

import (
	"context"
	"flag"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

var attack = flag.Duration("attack", 6*time.Second, "duration of the attack")

const (
	// memoryLimit is the memory that the process may use under attack, including the child processes in which it
	// decodes pictures.
	memoryLimit = 512 << 20
	// noise is the latency below which doubling does not count. The attackers share the machine, and a call may have to
	// wait this long for a processor.
	noise = 20 * time.Millisecond
	// long is the minimum duration of an attack for which latencies are judged. Shorter attacks run beside other tests
	// on the same processors: every call must still be answered, but the figures are only logged.
	long = time.Minute
)

// TestUnderAttack attacks one process in every way at the same time (pictures that are expensive to decode, announced
// lengths, slow connections, endless connections, repeated callbacks and calls) while a borrower keeps using the app.
// The process stays below its memory limit, answers all of the borrower's calls, and takes at most twice the time that
// it took just before.
func TestUnderAttack(t *testing.T) {
	t.Parallel()
	binary := apptest.Compile(t)
	stack := apptest.Start(t, apptest.Processes(0))
	stack.Market(t)
	p := stack.Spawn(t, binary)
	borrower := stack.Login(t)
	hostile := newHostile(t, stack, p)

	quiet := ask(t, borrower, *attack/3)
	watched := p.Watch(t)
	ctx, stop := context.WithTimeout(t.Context(), *attack)
	defer stop()
	var attackers errgroup.Group
	for name, wave := range hostile.waves() {
		attackers.Go(func() error {
			n := wave(ctx)
			t.Logf("%-18s %d", name, n)
			return nil
		})
	}
	loud := ask(t, borrower, *attack)
	stop()
	require.NoError(t, attackers.Wait())
	held := watched()

	t.Logf("baseline   %4d calls, p50 %s, p95 %s", len(quiet), percentile(quiet, 50), percentile(quiet, 95))
	t.Logf("attacked   %4d calls, p50 %s, p95 %s, slowest %s", len(loud), percentile(loud, 50), percentile(loud, 95), loud[len(loud)-1])
	t.Logf("memory     peak %d MiB for the process, %d MiB with its child processes", p.Peak(t)>>20, held>>20)
	require.Less(t, p.Peak(t), int64(memoryLimit))
	require.Less(t, held, int64(memoryLimit))
	if *attack >= long {
		require.LessOrEqual(t, percentile(loud, 95), max(2*percentile(quiet, 95), noise), "p95 latency under attack must be at most twice the latency before")
	}
}

// ask has a borrower use the app for a while: a call, a pause to read the answer, the next call. It returns the sorted
// latencies.
func ask(t *testing.T, c *apptest.Client, during time.Duration) []time.Duration {
	t.Helper()
	var took []time.Duration
	calls := []string{"memberQuery", "loanList", "bankCardList", "configProduct", "supportUnread"}
	for end := time.Now().Add(during); time.Now().Before(end); {
		for _, call := range calls {
			began := time.Now()
			answer, err := c.Try(t.Context(), uuid.NewString(), call, map[string]any{})
			took = append(took, time.Since(began))
			require.NoError(t, err)
			require.True(t, answer.Success, "%s: %d %s", call, answer.Status, answer.Body)
			pause(t.Context(), 20*time.Millisecond)
		}
	}
	slices.Sort(took)
	return took
}

// percentile returns a percentile of sorted latencies.
func percentile(sorted []time.Duration, percent int) time.Duration {
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)].Round(100 * time.Microsecond)
}
