package main_test

import (
	"flag"
	"math/rand/v2"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/faulttest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

var faults = flag.Duration("faults", 0, "duration of the random faults; 0 skips the test")

// longestFault is the maximum duration of one fault.
const longestFault = 3 * time.Second

// serverFaults is the percentage of faults that hit PostgreSQL itself and not a connection.
const serverFaults = 12

// TestFaultsAtRandom breaks one connection at a time, at random, while many borrowers use two processes. Now and then
// it stops PostgreSQL (fast, immediate or by SIGKILL) or fills its disk.
func TestFaultsAtRandom(t *testing.T) {
	if *faults == 0 {
		t.Skip("takes minutes: run it with `npm run faults`")
	}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-seed %d", *seed)
	random := rand.New(rand.NewPCG(*seed, 1))
	own := postgrestest.StartOwn(t)
	if own.NoDisk != nil {
		t.Logf("NOT TESTED: a full disk of PostgreSQL, because no small disk can be mounted: %v", own.NoDisk)
	}
	f := faulttest.Start(t, apptest.Processes(0), apptest.On(own.Database))
	s := faultFixture(t, f)
	binary := apptest.Compile(t)
	first, second := f.Spawn(t, binary), f.Spawn(t, binary)
	lines := append(f.Lines(), f.Reports(t, first.Base(), second.Base())...)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(first.Faults(t), second.Faults(t))
		}
	})
	var running sync.WaitGroup
	loans := make([][]*loan, crowd)
	for i := range loans {
		random := rand.New(rand.NewPCG(*seed, uint64(i)+2))
		running.Go(func() { loans[i] = s.runLoans(t, random) })
	}
	faultCounts := map[string]int{}
	for end := time.Now().Add(*faults); time.Now().Before(end) && !t.Failed(); {
		if random.IntN(100) < serverFaults {
			faultCounts[strikeServer(t, random, own)]++
		} else {
			line, kind := lines[random.IntN(len(lines))], faulttest.Kinds[random.IntN(len(faulttest.Kinds))]
			require.NoError(t, line.Break(kind))
			pause(t.Context(), moment(random))
			require.NoError(t, line.Restore())
			faultCounts[string(kind)]++
		}
		pause(t.Context(), moment(random))
	}
	close(s.over)
	running.Wait()
	s.judge(t, loans)
	t.Logf("faults %v, %d calls, slowest %s", faultCounts, s.calls, s.slowest)
	require.Empty(t, s.silent)
}

// moment returns the duration of a fault, or the time until the next one.
func moment(random *rand.Rand) time.Duration {
	return time.Duration(random.Int64N(int64(longestFault)))
}

// strikeServer stops PostgreSQL and starts it again, or fills its disk and frees it again. It returns what it did.
func strikeServer(t *testing.T, random *rand.Rand, own *postgrestest.Own) string {
	t.Helper()
	ends := []struct {
		name string
		how  syscall.Signal
	}{{"restart", postgrestest.Fast}, {"immediate restart", postgrestest.Immediate}, {"kill", postgrestest.Killed}}
	kind := random.IntN(len(ends) + 2)
	if own.NoDisk != nil {
		kind %= len(ends)
	}
	if kind < len(ends) {
		own.End(t, ends[kind].how)
		pause(t.Context(), moment(random))
		own.Start(t)
		return ends[kind].name
	}
	name := "full disk"
	own.Fill(t)
	if kind > len(ends) {
		name = "full disk, no WAL"
		own.SwitchWAL(t)
	}
	pause(t.Context(), moment(random))
	own.Free(t)
	return name
}
