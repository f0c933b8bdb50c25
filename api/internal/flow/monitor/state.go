// Package monitor reads what a market's people have to know of (what waits for them, what hangs, how long queues are) and
// tells whoever is on duty.
package monitor

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
)

// State is what was read at one time.
type State struct {
	// At is business time, that of all that is lent and paid; Wall that of the queues.
	At, Wall time.Time
	// ClockSkew is how far this process's clock is ahead of the database's, to half of the time that the look took.
	ClockSkew time.Duration
	// Waiting is what waits for a person, kind by kind.
	Waiting []attention.Line
	// Payouts and Refunds have no outcome yet, by how far they are: created, unknown, declined.
	Payouts, Refunds []attention.Line
	// Suspense is the money in suspense.
	Suspense []repay.SuspenseBalance
	// Queues are the jobs, GivenUp those that are tried no more; see job.GivenUp.
	Queues  []job.Depth
	GivenUp int64
	Codes   *member.CodeShare
	// Books is what the last comparisons of the books came to.
	Books []reconcile.LastRun
	// Statement is what is known of the statements of the bank; nil where nobody has to compare any, and none was.
	Statement *reconcile.LastStatement
	// UncomparedSince is when the first day began for which no statement was compared. Where none ever was compared, it is the day
	// on which money first moved; where none has moved, it is now.
	UncomparedSince time.Time
	// Unpartitioned are rows of a time for whose month nobody has made a partition.
	Unpartitioned []postgres.Unpartitioned
	// Unlawful are the products on offer, by their codes, that must not be lent as they stand.
	Unlawful []string
}

// Read reads it for a region, in one round trip; every query stands on an index of what is not over yet, or reads a table
// that stays small. statements tells that the bank's books cannot be read, so that its statements have to be compared.
func Read(ctx context.Context, pool *pgxpool.Pool, business clock.Clock, r *region.Region, statements bool) (State, error) {
	s := State{At: business.Now(), Wall: clock.Wall{}.Now()}
	b := &pgx.Batch{}
	there := clock.OfDatabase().Queue(b)
	waiting, payouts, refunds := Waiting(s.At).Queue(b), loan.UnfinishedLines().Queue(b), repay.UnfinishedLines().Queue(b)
	suspense, queues, givenUp := repay.SuspenseBalances().Queue(b), job.Depths().Queue(b), job.GivenUp(s.Wall).Queue(b)
	codes, books := member.ShareOfCodes(s.At).Queue(b), reconcile.Last().Queue(b)
	unpartitioned, unlawful := postgres.UnpartitionedRows().Queue(b), pricing.UnlawfulCodes(r.Code).Queue(b)
	statement, first := reconcile.Statements().Queue(b), ledger.FirstPosted().Queue(b)
	if err := postgres.Send(ctx, pool, b); err != nil {
		return State{}, fmt.Errorf("monitor: %w", err)
	}
	s.ClockSkew = clock.Skew(s.Wall, clock.Wall{}.Now(), there.Get())
	s.Waiting, s.Payouts, s.Refunds, s.Suspense = waiting.Get(), payouts.Get(), refunds.Get(), suspense.Get()
	s.Queues, s.GivenUp, s.Codes, s.Books = queues.Get(), givenUp.Get(), codes.Get(), books.Get()
	s.Unpartitioned, s.Unlawful = unpartitioned.Get(), unlawful.Get()
	s.Statement, s.UncomparedSince = statement.Get(), s.At
	if s.Statement == nil && statements {
		s.Statement = &reconcile.LastStatement{}
	}
	uncompared := first.Get()
	if s.Statement != nil && !s.Statement.Uncompared.IsZero() {
		uncompared = s.Statement.Uncompared
	}
	if !uncompared.IsZero() {
		s.UncomparedSince = uncompared.In(r.TimeZone)
	}
	return s, nil
}

// Waiting lists what waits for a person at an instant of business time, kind by kind, also those of which nothing does.
func Waiting(now time.Time) postgres.Query[[]attention.Line] {
	return postgres.Together("monitor: waiting", func(b *pgx.Batch) func() ([]attention.Line, error) {
		var answers []*postgres.Answer[[]attention.Line]
		for _, of := range []postgres.Query[[]attention.Line]{
			repay.WaitingLines(), kyc.WaitingLines(), face.WaitingLines(), bankcard.WaitingLines(), support.WaitingLines(now), loan.WaitingLines(), member.WaitingLines(now),
		} {
			answers = append(answers, of.Queue(b))
		}
		return func() ([]attention.Line, error) {
			var all []attention.Line
			for _, answer := range answers {
				all = append(all, answer.Get()...)
			}
			return all, nil
		}
	})
}
