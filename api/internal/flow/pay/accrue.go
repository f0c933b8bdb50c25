package pay

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

const (
	// accruePageSize is the number of loans posted per transaction. accrueMaxPages is the number of transactions per
	// run; the next run continues where this one stopped.
	accruePageSize = 500
	accrueMaxPages = 20
)

// AccrueMonth posts the charges of running loans for the last finished month of the region's calendar, continuing where
// the previous run stopped. more reports whether loans are left to post.
// A month counts as finished on its last day, because the night that ends on that day is the last one charged to the
// month. Only the completeness of the journal depends on this job: every event posts the accrual itself, and the amount
// due is computed on read.
// When several runs overlap, one does the work and the others return. A loan that cannot be posted does not block the
// others; err joins the errors of such loans.
func (f *Flow) AccrueMonth(ctx context.Context) (more bool, err error) {
	now := f.now()
	month := lastMonthEnd(now.Today)
	var failed error
	for range accrueMaxPages {
		done, err := f.accruePage(ctx, month, now)
		if err != nil {
			var alone error
			done, alone, err = f.accrueEach(ctx, month, now)
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

// accruePage posts the next page of loans and advances the pass, in one transaction. done reports that no loans are
// left.
func (f *Flow) accruePage(ctx context.Context, month money.Date, now servicing.Time) (done bool, err error) {
	err = postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		pass, orders, err := f.nextToAccrue(ctx, tx, month)
		if done = pass == nil || pass.FinishedAt != nil; err != nil || done {
			return err
		}
		if err := f.accrue(ctx, tx, orders, month); err != nil {
			return err
		}
		done, err = f.passed(ctx, tx, *pass, orders, now)
		return err
	})
	return done, err
}

// accrueEach is accruePage with a savepoint per loan. failed joins the errors of the loans that could not be posted.
func (f *Flow) accrueEach(ctx context.Context, month money.Date, now servicing.Time) (done bool, failed, err error) {
	err = postgres.InTx(ctx, f.pool, func(ctx context.Context, tx pgx.Tx) error {
		pass, orders, err := f.nextToAccrue(ctx, tx, month)
		if done = pass == nil || pass.FinishedAt != nil; err != nil || done {
			return err
		}
		failed = nil
		for _, order := range orders {
			alone := func(ctx context.Context, tx pgx.Tx) error { return f.accrue(ctx, tx, []uuid.UUID{order}, month) }
			if err := postgres.InTx(ctx, tx, alone); err != nil {
				failed = errors.Join(failed, fmt.Errorf("order %s: %w", order, err))
			}
		}
		done, err = f.passed(ctx, tx, *pass, orders, now)
		return err
	})
	return done, failed, err
}

// nextToAccrue locks the pass of a month and lists its next loans. The pass is nil if another run holds the lock or is at a later month.
func (f *Flow) nextToAccrue(ctx context.Context, tx pgx.Tx, month money.Date) (*loan.AccrualPass, []uuid.UUID, error) {
	pass, err := loan.LockAccrualPass(ctx, tx, f.config.Region.Code, month)
	if err != nil || pass == nil || pass.FinishedAt != nil {
		return pass, nil, err
	}
	orders, err := loan.RunningSince(f.config.Region.Code, month, pass.OrderID, accruePageSize).Read(ctx, tx)
	return pass, orders, err
}

// passed advances the pass past the given loans.
func (f *Flow) passed(ctx context.Context, tx pgx.Tx, pass loan.AccrualPass, orders []uuid.UUID, now servicing.Time) (done bool, err error) {
	if done = len(orders) < accruePageSize; done {
		pass.FinishedAt = &now.At
	}
	if n := len(orders); n > 0 {
		pass.OrderID = orders[n-1]
	}
	return done, loan.MoveAccrualPass(ctx, tx, f.config.Region.Code, pass)
}

// accrue posts the charges of the given loans up to a day, under their locks. It skips loans that are already posted up
// to that day.
func (f *Flow) accrue(ctx context.Context, tx pgx.Tx, orders []uuid.UUID, upTo money.Date) error {
	loans, err := servicing.LockAllFacts(orders, f.clock).Read(ctx, tx)
	if err != nil {
		return err
	}
	var all []ledger.Transaction
	for _, order := range orders {
		facts := loans[order]
		if !facts.PostedUpTo.Before(upTo) {
			continue
		}
		if t, some := servicing.Accrual(facts.Posted, upTo, facts.Now); some {
			all = append(all, t)
		}
	}
	return ledger.PostMany(ctx, tx, all)
}
