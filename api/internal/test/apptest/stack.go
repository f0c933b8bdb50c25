// Package apptest starts the whole product for a test: one database of its own, any number of API processes on leased
// ports, and clients that hold every answer against the contract.
package apptest

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"strconv"
	"strings"
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
	"github.com/loanmarket/loanmarket/api/internal/base/logwriter"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// stopTime bounds the end of a process: what it waits for may be an attempt of a job.
const stopTime = job.Timeout + 10*time.Second

// Stack is a database and the API processes on it.
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

	doors sync.RWMutex
	bases []string
	next  atomic.Uint64
	wall  atomic.Int64
	heard recorded
}

// Option changes how a stack is set up.
type Option func(*setup)

type setup struct {
	processes int
	variables map[string]string
	limits    member.Limits
	jobs      string
	faces     facecheck.Provider
	rewire    []func(map[string]string)
	log       io.Writer
	waiting   func() time.Duration
	database  *postgrestest.Database
	uncounted bool
}

// Processes starts n API processes on the one database; none for a stack of programs (Spawn).
func Processes(n int) Option { return func(s *setup) { s.processes = n } }

// Set sets a variable of the configuration.
func Set(name, value string) Option { return func(s *setup) { s.variables[name] = value } }

// On puts the stack on a database of the test's choice.
func On(database postgrestest.Database) Option { return func(s *setup) { s.database = &database } }

// Uncounted leaves the round trips uncounted, as in production: Listen hears of nothing.
func Uncounted() Option { return func(s *setup) { s.uncounted = true } }

// Rewire changes the variables when all are known, to put something between the processes and who they depend on. The
// stack's own pools stay as they are.
func Rewire(change func(variables map[string]string)) Option {
	return func(s *setup) { s.rewire = append(s.rewire, change) }
}

// Jobs says which queues the processes work, as JOBS does.
func Jobs(queues string) Option { return func(s *setup) { s.jobs = queues } }

// Log has every process of the stack write its log there; lines come from many goroutines.
func Log(into io.Writer) Option { return func(s *setup) { s.log = into } }

// LogThrough has every process log through a writer, as in production, and show how long that waits.
func LogThrough(w *logwriter.Writer) Option {
	return func(s *setup) { s.log, s.waiting = w, w.Waiting }
}

// Limits replaces the limits against abuse.
func Limits(l member.Limits) Option { return func(s *setup) { s.limits = l } }

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
	stack := &Stack{S3: store, variables: s.variables}
	for range s.processes {
		stack.startProcess(t.Context(), t, c, s)
	}
	stack.Pool = postgrestest.Open(t, database.AppURL)
	stack.Owner = postgrestest.Open(t, database.OwnerURL)
	if s.processes > 0 {
		stack.clock = stack.Apps[0].Clock
		return stack
	}
	stack.clock, err = clock.NewBusiness(t.Context(), stack.Pool)
	require.NoError(t, err)
	return stack
}

// setUp is what the options ask for: a database of its own where they name none, and every variable.
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
		// Nobody balances, unless a test says so.
		"DRAIN_TIME": "0s",
		"STOP_TIME":  stopTime.String(),
		// The pools of many tests at once stay below the server's connections.
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
		// Clients say who they are by X-Forwarded-For.
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

// startProcess starts one process. What runs beside its requests has the values of ctx.
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

// Base is the address of one process after the other, empty while none runs.
func (stack *Stack) Base() string {
	stack.doors.RLock()
	defer stack.doors.RUnlock()
	if len(stack.bases) == 0 {
		return ""
	}
	return stack.bases[stack.next.Add(1)%uint64(len(stack.bases))]
}

// Wall is the wall clock of the limits.
func (stack *Stack) Wall() time.Time { return time.Now().Add(time.Duration(stack.wall.Load())) }

// AdvanceWall moves the limits' wall clock.
func (stack *Stack) AdvanceWall(d time.Duration) { stack.wall.Add(int64(d)) }

// Now is the business time.
func (stack *Stack) Now() time.Time { return stack.clock.Now() }

// Advance moves business time in every process, and the limits' clock with it.
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
	}, 5*time.Second, time.Millisecond, "the processes follow the clock")
}

// Code is the newest code of ours that was sent to a number: the digits at the end of the message's last line. A carrier's
// own code bears no such line.
func (stack *Stack) Code(t testing.TB, national string) string {
	t.Helper()
	body := stack.newest(t, national, "%#%")
	_, code, found := strings.Cut(body[strings.LastIndex(body, "\n")+1:], "#")
	require.True(t, found, "the last line carries the code: %s", body)
	return code
}

// Region is where the stack is: REGION, else Vietnam.
func (stack *Stack) Region() *region.Region {
	if code, set := stack.variables["REGION"]; set {
		return region.Get(code)
	}
	return region.Get("vi")
}

// SMS is the newest message to a number of the stack's region in its national form.
func (stack *Stack) SMS(t testing.TB, national string) string {
	t.Helper()
	return stack.newest(t, national, "%")
}

func (stack *Stack) newest(t testing.TB, national, like string) string {
	t.Helper()
	var body string
	const newest = `SELECT body FROM desk_sms WHERE phone = $1 AND body LIKE $2 ORDER BY id DESC LIMIT 1`
	err := stack.Pool.QueryRow(t.Context(), newest, stack.Region().AreaCode+strings.TrimPrefix(national, "0"), like).Scan(&body)
	require.NoError(t, err, "a message to %s", national)
	return body
}

var phones atomic.Int64

// Phone is a Vietnamese number that no other test of the process uses. Its last digits are none of those by which the
// sandbox bank is provoked: accounts are made of it.
func Phone() string { return fmt.Sprintf("09%08d", 10000100+phones.Add(1)) }

// phoneOf is Phone in a region.
func phoneOf(r *region.Region) string {
	national := Phone()
	switch r.Code {
	case "cn":
		return "138" + national[2:]
	case "id":
		return "0812" + national[2:]
	case "th":
		return "08" + national[2:]
	case "gh":
		return "024" + national[3:]
	default:
		return national
	}
}

var addresses atomic.Int64

// address is a client's own, in a network of its own, so that tests do not share limits.
func address() string {
	n := addresses.Add(1)
	return "10." + strconv.FormatInt(n>>8&255, 10) + "." + strconv.FormatInt(n&255, 10) + "." + strconv.FormatInt(n>>16&255, 10)
}
