package apptest

import (
	"io"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/logwriter"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Option changes the setup of a stack.
type Option func(*setup)

type setup struct {
	processes    int
	variables    map[string]string
	limits       member.Limits
	jobs         string
	faces        facecheck.Provider
	rewire       []func(map[string]string)
	log          io.Writer
	waiting      func() time.Duration
	database     *postgrestest.Database
	uncounted    bool
	otherRelease bool
}

// Processes starts n API processes on the same database; 0 for a stack of programs (Spawn).
func Processes(n int) Option { return func(s *setup) { s.processes = n } }

// Set sets a variable of the configuration.
func Set(name, value string) Option { return func(s *setup) { s.variables[name] = value } }

// On uses a given database for the stack.
func On(database postgrestest.Database) Option { return func(s *setup) { s.database = &database } }

// Uncounted disables the counting of round trips, as in production; Listen then receives nothing.
func Uncounted() Option { return func(s *setup) { s.uncounted = true } }

// OtherRelease lets responses have fields that the contract does not know, and lack some: processes of another release serve too.
func OtherRelease() Option { return func(s *setup) { s.otherRelease = true } }

// Rewire changes the variables when all are set, to put something between the processes and their dependencies. The stack's own
// pools are not affected.
func Rewire(change func(variables map[string]string)) Option {
	return func(s *setup) { s.rewire = append(s.rewire, change) }
}

// Jobs sets which queues the processes work, like JOBS.
func Jobs(queues string) Option { return func(s *setup) { s.jobs = queues } }

// Log makes every process of the stack write its log to into, from many goroutines.
func Log(into io.Writer) Option { return func(s *setup) { s.log = into } }

// LogThrough makes every process log through a logwriter, as in production, and report how long it waits.
func LogThrough(w *logwriter.Writer) Option {
	return func(s *setup) { s.log, s.waiting = w, w.Waiting }
}

// Limits sets the abuse limits.
func Limits(l member.Limits) Option { return func(s *setup) { s.limits = l } }
