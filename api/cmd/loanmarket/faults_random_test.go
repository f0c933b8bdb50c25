package main_test

import (
	"flag"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/faulttest"
	"github.com/loanmarket/loanmarket/api/internal/test/historytest"
)

var faults = flag.Duration("faults", 0, "how long faults strike at random; 0 leaves it to a command of its own")

// longestFault bounds one fault.
const longestFault = 3 * time.Second

// TestFaultsAtRandom breaks a line at a time, at random, while many borrowers live on two processes.
func TestFaultsAtRandom(t *testing.T) {
	if *faults == 0 {
		t.Skip("`npm run faults` runs it: it takes minutes")
	}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-seed %d", *seed)
	random := rand.New(rand.NewPCG(*seed, 1))
	f := faulttest.Start(t, apptest.Processes(0))
	s := &stage{
		Stack: f.Stack, product: f.Market(t), bank: f.Bank, gateway: config.HTTP, answers: true,
		over: make(chan struct{}), history: historytest.New(),
	}
	binary := apptest.Compile(t)
	for range 2 {
		f.Spawn(t, binary)
	}
	lines := append(f.Lines(), f.Reports(t, f.Base()))
	var living sync.WaitGroup
	lives := make([][]*life, crowd)
	for i := range lives {
		random := rand.New(rand.NewPCG(*seed, uint64(i)+2))
		living.Go(func() { lives[i] = s.live(t, random) })
	}
	struck := 0
	for end := time.Now().Add(*faults); time.Now().Before(end); struck++ {
		line, kind := lines[random.IntN(len(lines))], faulttest.Kinds[random.IntN(len(faulttest.Kinds))]
		require.NoError(t, line.Break(kind))
		pause(t.Context(), time.Duration(random.Int64N(int64(longestFault))))
		require.NoError(t, line.Mend())
		pause(t.Context(), time.Duration(random.Int64N(int64(longestFault))))
	}
	close(s.over)
	living.Wait()
	s.judge(t, lives)
	t.Logf("%d faults, slowest call %s", struck, s.slowest)
	require.Empty(t, s.silent)
}
