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
	patroniTools    patronitest.Tools
	patroniStrikes  = flag.Int("strikes", 8, "how often the cluster under Patroni is struck")
	betweenStrikes  = 8 * time.Second
	clusterLifetime = 4 * patience
)

func init() {
	flag.StringVar(&patroniTools.Patroni, "patroni", "", "the program; empty leaves it to a command of its own")
	flag.StringVar(&patroniTools.Etcd, "etcd", "etcd", "the program")
	flag.StringVar(&patroniTools.PostgreSQL, "postgresql", "", "the folder of a server's programs")
}

// TestPatroniFailsOver disturbs a cluster of three servers under Patroni while borrowers use two processes: it kills
// the primary, its Patroni or both at the same time, or makes an orderly switchover. Nothing that was acknowledged is
// missing or doubled, every call is answered, and the processes find the primary without help.
func TestPatroniFailsOver(t *testing.T) {
	if patroniTools.Patroni == "" {
		t.Skip("`npm run drill:patroni` runs it: it needs Patroni, etcd and PostgreSQL of the machine, and minutes")
	}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-seed %d", *seed)
	random := rand.New(rand.NewPCG(*seed, 1))
	cluster := patronitest.Start(t, patroniTools)
	f := faulttest.Start(t, apptest.Processes(0), apptest.On(cluster.Database))
	s := faultFixture(t, f)
	s.lifetime = clusterLifetime
	binary := apptest.Compile(t)
	first, second := f.Spawn(t, binary), f.Spawn(t, binary)
	f.Reports(t, first.Base(), second.Base())

	var living sync.WaitGroup
	lives := make([][]*life, crowd)
	for i := range lives {
		random := rand.New(rand.NewPCG(*seed, uint64(i)+2))
		living.Go(func() { lives[i] = s.live(t, random) })
	}
	strikes := []struct {
		name string
		how  func(testing.TB)
	}{
		{"the primary's PostgreSQL is killed", cluster.KillPrimary}, {"the primary's machine is killed", cluster.KillNode},
		{"a switchover", cluster.SwitchOver}, {"the primary's Patroni is killed", cluster.KillPatroni},
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
		t.Logf("%s: nobody was answered with success for %s at most", strike.name, s.longestGap().Round(time.Millisecond))
	}
	close(s.over)
	living.Wait()
	s.judge(t, lives)
	t.Logf("%d calls, the slowest %s", s.calls, s.slowest)
	require.Empty(t, s.silent)
}
