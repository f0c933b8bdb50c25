// Package accrue posts the accrual of running loans to the journal once a month.
package accrue

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/panics"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

const (
	// pageSize is the number of loans posted per transaction. maxPages is the number of transactions per run; the next
	// run continues where this one stopped.
	pageSize = 500
	maxPages = 20
)

// Accrue is the flow.
type Accrue struct {
	pool   *pgxpool.Pool
	clock  clock.Clock
	region *region.Region
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, r *region.Region) *Accrue {
	return &Accrue{pool: pool, clock: c, region: r}
}

// Month posts the charges of running loans for the last finished month of the region's calendar, continuing where the
// previous run stopped. more reports whether loans are left to post.
// A month counts as finished on its last day, because the night that ends on that day is the last one charged to the
// month. Only the completeness of the journal depends on this job: every event posts the accrual itself, and the amount
// due is computed on read.
// When several runs overlap, one does the work and the others return. A loan that cannot be posted does not block the
// others; err joins the errors of such loans.
func (a *Accrue) Month(ctx context.Context) (more bool, err error) {
	now := servicing.TimeOf(a.region, a.clock.Now())
	month := lastMonthEnd(now.Today)
	var failed error
	for range maxPages {
		done, err := a.page(ctx, month, now)
		if err != nil {
			var alone error
			done, alone, err = a.each(ctx, month, now)
			failed = errors.Join(failed, alone, err)
		}
		if done || err != nil {
			return false, failed
		}
	}
	return true, failed
}

// lastMonthEnd returns the most recent last day of a month that is not after today.
func lastMonthEnd(today money.Date) money.Date {
	if end := today.MonthEnd(); end == today {
		return end
	}
	year, month, _ := today.Time().Date()
	return money.NewDate(year, month, 0)
}

// page posts the next page of loans and advances the pass, in one transaction. done reports that no loans are left.
func (a *Accrue) page(ctx context.Context, month money.Date, now servicing.Time) (done bool, err error) {
	err = postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
		pass, orders, err := a.next(ctx, tx, month)
		if done = pass == nil || pass.FinishedAt != nil; err != nil || done {
			return err
		}
		if err := a.post(ctx, tx, orders, month); err != nil {
			return err
		}
		done, err = a.passed(ctx, tx, *pass, orders, now)
		return err
	})
	return done, err
}

// each is page with a savepoint for each loan. failed joins the errors of the loans that could not be posted.
func (a *Accrue) each(ctx context.Context, month money.Date, now servicing.Time) (done bool, failed, err error) {
	err = postgres.InTx(ctx, a.pool, func(ctx context.Context, tx pgx.Tx) error {
		pass, orders, err := a.next(ctx, tx, month)
		if done = pass == nil || pass.FinishedAt != nil; err != nil || done {
			return err
		}
		var broken job.Failures
		for _, order := range orders {
			alone := func(ctx context.Context, tx pgx.Tx) error { return a.post(ctx, tx, []uuid.UUID{order}, month) }
			if err := postgres.InTx(ctx, tx, alone); err != nil {
				broken.Add(fmt.Errorf("order %s: %w", order, err))
			}
		}
		failed = broken.Join(nil)
		done, err = a.passed(ctx, tx, *pass, orders, now)
		return err
	})
	return done, failed, err
}

// next locks the pass of a month and lists its next loans. The pass is nil if another run holds the lock or is at a later month.
func (a *Accrue) next(ctx context.Context, tx pgx.Tx, month money.Date) (*loan.AccrualPass, []uuid.UUID, error) {
	pass, err := loan.LockAccrualPass(ctx, tx, a.region.Code, month)
	if err != nil || pass == nil || pass.FinishedAt != nil {
		return pass, nil, err
	}
	orders, err := loan.RunningSince(a.region.Code, month, pass.OrderID, pageSize).Read(ctx, tx)
	return pass, orders, err
}

// passed advances the pass past the given loans.
func (a *Accrue) passed(ctx context.Context, tx pgx.Tx, pass loan.AccrualPass, orders []uuid.UUID, now servicing.Time) (done bool, err error) {
	if done = len(orders) < pageSize; done {
		pass.FinishedAt = &now.At
	}
	if n := len(orders); n > 0 {
		pass.OrderID = orders[n-1]
	}
	return done, loan.MoveAccrualPass(ctx, tx, a.region.Code, pass)
}

// post posts the charges of the given loans up to a day, under their locks. It skips loans that are already posted up
// to that day.
func (a *Accrue) post(ctx context.Context, tx pgx.Tx, orders []uuid.UUID, upTo money.Date) error {
	loans, err := servicing.LockAllFacts(orders, a.clock).Read(ctx, tx)
	if err != nil {
		return err
	}
	var all []ledger.Transaction
	// Money that overflows is a panic.
	err = panics.ToError("accrue", func() error {
		for _, order := range orders {
			facts := loans[order]
			if !facts.PostedUpTo.Before(upTo) {
				continue
			}
			if t, some := servicing.Accrual(facts.Posted, upTo, facts.Now); some {
				all = append(all, t)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return ledger.PostMany(ctx, tx, all)
}
