package main_test

import (
	"flag"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/faulttest"
	"github.com/loanmarket/loanmarket/api/internal/test/patronitest"
)

var (
	patroniTools       patronitest.Tools
	patroniStrikes     = flag.Int("strikes", 8, "number of faults in the cluster under Patroni")
	betweenStrikes     = 8 * time.Second
	clusterLoanTimeout = 4 * patience
)

func init() {
	flag.StringVar(&patroniTools.Patroni, "patroni", "", "path of the program; empty skips the test")
	flag.StringVar(&patroniTools.Etcd, "etcd", "etcd", "path of the program")
	flag.StringVar(&patroniTools.PostgreSQL, "postgresql", "", "folder of PostgreSQL's programs")
}

// TestPatroniFailsOver disturbs a cluster of three servers under Patroni while borrowers use two processes: it kills
// the primary, its Patroni or both at the same time, or makes an orderly switchover. Nothing that was acknowledged is
// missing or doubled, every call is answered, and the processes find the primary without help.
func TestPatroniFailsOver(t *testing.T) {
	if patroniTools.Patroni == "" {
		t.Skip("takes minutes and needs Patroni, etcd and PostgreSQL on this machine: run it with `npm run drill:patroni`")
	}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-seed %d", *seed)
	random := rand.New(rand.NewPCG(*seed, 1))
	cluster := patronitest.Start(t, patroniTools)
	f := faulttest.Start(t, apptest.Processes(0), apptest.On(cluster.Database))
	s := faultFixture(t, f)
	s.loanTimeout = clusterLoanTimeout
	binary := apptest.Compile(t)
	first, second := f.Spawn(t, binary), f.Spawn(t, binary)
	f.Reports(t, first.Base(), second.Base())

	var running sync.WaitGroup
	loans := make([][]*loan, crowd)
	for i := range loans {
		random := rand.New(rand.NewPCG(*seed, uint64(i)+2))
		running.Go(func() { loans[i] = s.runLoans(t, random) })
	}
	strikes := []struct {
		name string
		how  func(testing.TB)
	}{
		{"the primary's PostgreSQL is killed", cluster.KillPrimary}, {"the primary's machine is killed", cluster.KillNode},
		{"an orderly switchover", cluster.SwitchOver}, {"the primary's Patroni is killed", cluster.KillPatroni},
	}
	order := random.Perm(len(strikes))
	for i := range *patroniStrikes {
		pause(t.Context(), betweenStrikes)
		strike := strikes[order[i%len(order)]]
		s.resetGap()
		strike.how(t)
		cluster.AwaitWhole(t)
		for _, p := range []*apptest.Program{first, second} {
			awaitStatus(t, p, 200, patience)
		}
		t.Logf("%s: the longest time without a successful call was %s", strike.name, s.longestGap().Round(time.Millisecond))
	}
	close(s.over)
	running.Wait()
	s.judge(t, loans)
	t.Logf("%d calls, slowest %s", s.calls, s.slowest)
	require.Empty(t, s.silent)
}
