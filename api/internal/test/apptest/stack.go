// Package apptest starts the whole product for a test: a new database, any number of API processes on free ports, and clients
// that validate every response against the contract.
package apptest

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"maps"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/app"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// stopTime is the timeout for stopping a process: it may have to wait for an attempt of a job.
const stopTime = job.Timeout + 10*time.Second

// Stack is a database with the API processes on it.
type Stack struct {
	// Apps are the processes; most tests have one.
	Apps []*app.App
	// Pool connects as the application's role, Owner as the schema's owner.
	Pool  *pgxpool.Pool
	Owner *pgxpool.Pool
	// S3 is the object store.
	S3 s3test.Store

	// variables configure every process of the stack.
	variables map[string]string
	clock     *clock.Business
	// otherRelease is set by OtherRelease.
	otherRelease bool

	doors sync.RWMutex
	bases []string
	next  atomic.Uint64
	wall  atomic.Int64
	heard recorded
}

// Start starts a stack; it ends with the test.
func Start(t testing.TB, options ...Option) *Stack {
	t.Helper()
	store := s3test.New(t)
	s := setUp(t, store, options)
	database := *s.database
	for _, change := range s.rewire {
		change(s.variables)
	}
	c, err := config.Read(s.variables)
	require.NoError(t, err)
	stack := &Stack{S3: store, variables: s.variables, otherRelease: s.otherRelease}
	for range s.processes {
		stack.startProcess(t.Context(), t, c, s)
	}
	stack.Pool = postgrestest.Open(t, database.AppURL)
	stack.Owner = postgrestest.Open(t, database.OwnerURL)
	if s.processes > 0 {
		stack.clock = stack.Apps[0].Clock
	} else {
		stack.clock, err = clock.NewBusiness(t.Context(), stack.Pool)
		require.NoError(t, err)
	}
	if left := nearMidnight(stack.Region(), stack.Now()); left > 0 {
		stack.Advance(t, left)
	}
	return stack
}

// setUp applies the options: it creates a database unless they set one, and sets every variable.
func setUp(t testing.TB, store s3test.Store, options []Option) setup {
	t.Helper()
	s := setup{processes: 1, variables: map[string]string{}}
	for _, option := range options {
		option(&s)
	}
	if s.database == nil {
		s.database = new(postgrestest.Create(t))
	}
	chosen := s.variables
	s.variables = variables(*s.database, store)
	maps.Copy(s.variables, chosen)
	return s
}

func variables(database postgrestest.Database, store s3test.Store) map[string]string {
	all := map[string]string{
		"PROFILE": "development",
		// There is no load balancer, unless a test adds one.
		"DRAIN_TIME": "0s",
		"STOP_TIME":  stopTime.String(),
		// The pools of concurrent tests must not exceed the server's connection limit.
		"DATABASE_REQUEST_CONNECTIONS": "6",
		"DATABASE_JOB_CONNECTIONS":     "3",
		"S3_ENDPOINT":                  "http://" + store.Endpoint,
		"S3_ACCESS_KEY":                store.AccessKey,
		"S3_SECRET_KEY":                store.SecretKey,
		"S3_BUCKET_PREFIX":             store.Prefix,
		"DATA_KEYS":                    "dev:" + key(),
		"HASH_KEY":                     key(),
		"CALLBACK_KEY":                 key(),
		"CHAT_URL":                     "https://chat.example",
		"CHAT_KEY":                     "the inbox's key",
		// Clients set their address with X-Forwarded-For.
		"TRUSTED_PROXIES": "127.0.0.1",
	}
	maps.Copy(all, database.Variables())
	return all
}

func key() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw)
	return base64.StdEncoding.EncodeToString(raw)
}

// startProcess starts one process. Its background work uses the values of ctx.
func (stack *Stack) startProcess(ctx context.Context, t testing.TB, c config.Config, s setup) {
	t.Helper()
	log := zerolog.Nop()
	if s.log != nil {
		log = zerolog.New(s.log)
	}
	if os.Getenv("APPTEST_LOG") != "" {
		log = zerolog.New(zerolog.NewTestWriter(t))
	}
	options := app.Options{Jobs: s.jobs, Wall: stack.Wall, Limits: s.limits, FaceProvider: s.faces, CountTrips: stack.record, LogWaiting: s.waiting}
	if s.uncounted {
		options.CountTrips = nil
	}
	h, err := app.New(ctx, c, log, options)
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, h.Start(ctx))
	served := make(chan error, 1)
	go func() { served <- h.Serve(listener) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), stopTime)
		defer cancel()
		if err := h.Stop(ctx); err != nil {
			t.Errorf("stop the app: %v", err)
		}
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	stack.Apps = append(stack.Apps, h)
	stack.addBase("http://" + listener.Addr().String())
}

// Base returns the base URL of the processes in turn, "" if none runs.
func (stack *Stack) Base() string {
	stack.doors.RLock()
	defer stack.doors.RUnlock()
	if len(stack.bases) == 0 {
		return ""
	}
	return stack.bases[stack.next.Add(1)%uint64(len(stack.bases))]
}

// Wall returns the wall clock of the limits.
func (stack *Stack) Wall() time.Time { return time.Now().Add(time.Duration(stack.wall.Load())) }

// AdvanceWall moves the limits' wall clock.
func (stack *Stack) AdvanceWall(d time.Duration) { stack.wall.Add(int64(d)) }

// Now returns the business time.
func (stack *Stack) Now() time.Time { return stack.clock.Now() }

// Advance moves business time in every process, and the limits' wall clock with it.
func (stack *Stack) Advance(t testing.TB, d time.Duration) {
	t.Helper()
	require.NoError(t, stack.clock.Advance(t.Context(), d))
	stack.AdvanceWall(d)
	offset := stack.clock.Offset()
	require.Eventually(t, func() bool {
		for _, h := range stack.Apps {
			if h.Clock.Offset() != offset {
				return false
			}
		}
		return true
	}, 5*time.Second, time.Millisecond, "all processes must follow the clock")
}

// midnightMargin is longer than a test takes.
const midnightMargin = 5 * time.Minute

// nearMidnight returns how far the clock has to be moved past the region's midnight, zero if that is not near: a test that counts days
// would see two days.
func nearMidnight(r *region.Region, now time.Time) time.Duration {
	left := r.Today(now).AddDays(1).In(r.TimeZone).Sub(now)
	if left >= midnightMargin {
		return 0
	}
	return left + time.Second
}

// Region returns the region of the stack: REGION, else Vietnam.
func (stack *Stack) Region() *region.Region {
	if code, set := stack.variables["REGION"]; set {
		return region.Get(code)
	}
	return region.Get("vi")
}
