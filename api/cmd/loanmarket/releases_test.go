package main_test

import (
	"flag"
	"math/rand/v2"
	"net/http/httptest"
	"net/http/httputil"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/faulttest"
)

var (
	before   = flag.String("before", "", "absolute path of the binary of the previous release; empty skips the test")
	together = flag.Duration("together", time.Minute, "how long both releases run beside each other")
)

// TestReleasesRunTogether runs processes of the previous release beside those of this one, then the former alone, as after a
// rollback, and then the latter alone, while borrowers use them.
func TestReleasesRunTogether(t *testing.T) {
	if *before == "" {
		t.Skip("needs the previous release: run it with `npm run drill:releases -- -before <absolute path of its binary>`")
	}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-seed %d", *seed)
	f := faulttest.Start(t, apptest.Processes(0), apptest.OtherRelease(), apptest.Set("DRAIN_TIME", "2s"), apptest.Set("STOP_TIME", patience.String()),
		apptest.Set("DATABASE_REQUEST_CONNECTIONS", "4"), apptest.Set("DATABASE_JOB_CONNECTIONS", "2"))
	s := faultFixture(t, f)
	s.flawless = true
	s.history.OtherRelease = true
	s.loanTimeout = 3 * patience
	var programs []*apptest.Program
	pair := func(binary string) []*apptest.Program {
		web := s.SpawnAside(t, binary, "JOBS=none")
		s.Balance(t, web)
		both := []*apptest.Program{web, s.SpawnAside(t, binary, "JOBS=all")}
		programs = append(programs, both...)
		return both
	}
	stop := func(both []*apptest.Program) {
		for _, p := range both {
			p.Terminate(t)
		}
		for _, p := range both {
			p.RequireEnded(t, patience)
		}
	}
	this := apptest.Compile(t)
	old, recent := pair(*before), pair(this)
	f.Reports(t, balancer(t, s).URL)
	var running sync.WaitGroup
	loans := make([][]*loan, crowd)
	for i := range loans {
		random := rand.New(rand.NewPCG(*seed, uint64(i)+2))
		running.Go(func() { loans[i] = s.runLoans(t, random) })
	}
	pause(t.Context(), *together)
	stop(recent)
	pause(t.Context(), *together/2)
	pair(this)
	stop(old)
	pause(t.Context(), *together/2)
	close(s.over)
	running.Wait()
	s.judge(t, loans)
	require.Empty(t, s.silent)
	for _, p := range programs {
		for _, line := range p.Faults(t) {
			assert.Contains(t, line, `"call":"readyz"`, "a process said that something failed")
		}
	}
}

// balancer returns a server that forwards every request to one of the fixture's processes.
func balancer(t *testing.T, s *fixture) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host, _ = strings.Cut(s.Base(), "://")
	}})
	t.Cleanup(server.Close)
	return server
}
