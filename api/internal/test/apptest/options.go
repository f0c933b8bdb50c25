package apptest

import (
	"io"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/logwriter"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

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
