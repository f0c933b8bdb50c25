// Package monitor reads what the operators of a market must know (what waits for them, what is stuck, how long queues
// are) and alerts the operator on duty.
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

// State is what was read at one moment.
type State struct {
	// At is business time, used for everything lent and paid. Wall is wall time, used for the queues.
	At, Wall time.Time
	// ClockSkew is how far this process's clock is ahead of the database's, with an error of up to half of the duration
	// of the read.
	ClockSkew time.Duration
	// Waiting is what waits for a person, by kind.
	Waiting []attention.Line
	// Payouts and Refunds are those without an outcome, by state: created, unknown, declined.
	Payouts, Refunds []attention.Line
	// Suspense is the money in suspense.
	Suspense []repay.SuspenseBalance
	// Queues are the jobs. GivenUp is the number of discarded jobs; see job.GivenUp.
	Queues  []job.Depth
	GivenUp int64
	Codes   *member.CodeShare
	// Books is the results of the last comparisons of the books.
	Books []reconcile.LastRun
	// Statement is the comparison of the bank statements; nil if none needs to be compared and none was.
	Statement *reconcile.LastStatement
	// UncomparedSince is the start of the first day without a compared statement. If no statement was ever compared, it
	// is the day of the first posting; without any posting, it is now.
	UncomparedSince time.Time
	// Unpartitioned are rows of months that have no partition.
	Unpartitioned []postgres.Unpartitioned
	// Unlawful are the codes of the products on offer that must not be lent with their current terms.
	Unlawful []string
}

// Read reads the state for a region in one round trip. Every query uses an index over what is not finished, or reads a
// table that stays small. statements is true if the bank's books cannot be read, so that its statements must be
// compared.
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

// Waiting lists what waits for a person at a moment of business time, by kind, including kinds where nothing waits.
func Waiting(now time.Time) postgres.Query[[]attention.Line] {
	return postgres.Combine("monitor: waiting", func(b *pgx.Batch) func() ([]attention.Line, error) {
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
