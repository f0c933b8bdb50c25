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

var attack = flag.Duration("attack", 6*time.Second, "how long the product is attacked")

const (
	// memoryLimit is what the process may take under attack, with the children in which it opens pictures.
	memoryLimit = 512 << 20
	// noise is a wait below which twice nothing is still nothing: whoever attacks shares the machine here, and a call that
	// meets the turns of some others on its processors waits for so long.
	noise = 20 * time.Millisecond
	// long is the attack from which on times are judged. Shorter ones run beside other tests, which have the same
	// processors: there every call has to be answered, and the figures are for whoever reads them.
	long = time.Minute
)

// TestUnderAttack attacks one process in every way at once (pictures that are dear to open, announced lengths, lines that
// drip, connections without end, callbacks and calls that are repeated) while a borrower goes on asking. The process keeps
// below its memory, answers all that the borrower asks, and answers in at most twice the time that it took just before.
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

	t.Logf("alone      %4d calls, p50 %s, p95 %s", len(quiet), at(quiet, 50), at(quiet, 95))
	t.Logf("attacked   %4d calls, p50 %s, p95 %s, slowest %s", len(loud), at(loud, 50), at(loud, 95), loud[len(loud)-1])
	t.Logf("memory     %d MiB of the process at its peak, %d MiB with its children", p.Peak(t)>>20, held>>20)
	require.Less(t, p.Peak(t), int64(memoryLimit))
	require.Less(t, held, int64(memoryLimit))
	if *attack >= long {
		require.LessOrEqual(t, at(loud, 95), max(2*at(quiet, 95), noise), "at most twice the time")
	}
}

// ask has a borrower use the app for a while: a call, a look at the answer, the next call. It tells how long each took, in
// order of length.
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

// at is a percentile.
func at(sorted []time.Duration, percent int) time.Duration {
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)].Round(100 * time.Microsecond)
}
