package main_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

var processes = flag.Duration("processes", 15*time.Second, "duration of the random kills")

// roles sets what the processes do: two only serve requests, and two work jobs as well.
var roles = []string{"JOBS=none", "JOBS=none", "JOBS=all", "JOBS=all"}

// TestProcessesDie kills one of four processes again and again, at random, while borrowers use all of them and other
// clients try to exceed the limits. Everything acknowledged is there once, the books agree, and every limit holds.
func TestProcessesDie(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: CI runs it, or run it with `npm run drill:processes`")
	}
	t.Parallel()
	every := 10 * time.Second
	if *processes < time.Minute {
		every = *processes / 5
	}
	chosen := *seed
	if chosen == 0 {
		chosen = rand.Uint64()
	}
	t.Logf("-seed %d", chosen)
	random := rand.New(rand.NewPCG(chosen, 1))
	stack := apptest.Start(t, apptest.Processes(0), apptest.Set("DATABASE_REQUEST_CONNECTIONS", "4"), apptest.Set("DATABASE_JOB_CONNECTIONS", "2"))
	s := sandboxFixture(t, stack)
	s.loanTimeout = 3 * patience
	binary := apptest.Compile(t)
	var programs []*apptest.Program
	for _, role := range roles {
		programs = append(programs, stack.Spawn(t, binary, role))
	}
	g := newLimitAbuse(t, s)

	var running sync.WaitGroup
	loans := make([][]*loan, crowd)
	for i := range loans {
		random := rand.New(rand.NewPCG(chosen, uint64(i)+2))
		running.Go(func() { loans[i] = s.runLoans(t, random) })
	}
	abuse, stop := context.WithCancel(t.Context())
	defer stop()
	running.Go(func() { g.run(abuse) })
	kills := 0
	for end := time.Now().Add(*processes); time.Now().Before(end) && !t.Failed(); kills++ {
		pause(t.Context(), every)
		i := random.IntN(len(programs))
		programs[i].Kill()
		programs[i] = stack.Spawn(t, binary, roles[i])
	}
	stop()
	close(s.over)
	running.Wait()
	g.judge(t)
	s.judge(t, loans)
	t.Logf("%d kills", kills)
}
