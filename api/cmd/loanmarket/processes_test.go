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

var processes = flag.Duration("processes", 15*time.Second, "how long one process after the other is killed")

// roles sets what the processes do: two only serve requests, and two work jobs as well.
var roles = []string{"JOBS=none", "JOBS=none", "JOBS=all", "JOBS=all"}

// TestProcessesDie kills one of four processes again and again, at random, while borrowers use all of them and other
// clients try to exceed the limits. Everything acknowledged is there once, the books agree, and every limit holds.
func TestProcessesDie(t *testing.T) {
	if testing.Short() {
		t.Skip("CI runs it, and `npm run drill:processes`")
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
	s.lifetime = 3 * patience
	binary := apptest.Compile(t)
	var running []*apptest.Program
	for _, role := range roles {
		running = append(running, stack.Spawn(t, binary, role))
	}
	g := newGreedy(t, s)

	var living sync.WaitGroup
	lives := make([][]*life, crowd)
	for i := range lives {
		random := rand.New(rand.NewPCG(chosen, uint64(i)+2))
		living.Go(func() { lives[i] = s.live(t, random) })
	}
	greedy, stop := context.WithCancel(t.Context())
	defer stop()
	living.Go(func() { g.run(greedy) })
	kills := 0
	for end := time.Now().Add(*processes); time.Now().Before(end) && !t.Failed(); kills++ {
		pause(t.Context(), every)
		i := random.IntN(len(running))
		running[i].Kill()
		running[i] = stack.Spawn(t, binary, roles[i])
	}
	stop()
	close(s.over)
	living.Wait()
	g.judge(t)
	s.judge(t, lives)
	t.Logf("%d kills", kills)
}
