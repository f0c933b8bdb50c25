package customersupport

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
)

// CheckHardshipsArgs are the arguments of the job that checks hardship requests.
type CheckHardshipsArgs struct{}

// Kind names the job.
func (CheckHardshipsArgs) Kind() string { return "care.check_hardships" }

// KindAliases returns the kinds under which an earlier release may have inserted jobs that are still waiting.
func (CheckHardshipsArgs) KindAliases() []string { return []string{"care.watch"} }

// InsertOpts names its queue.
func (CheckHardshipsArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

const (
	// pageSize bounds what is read in one round trip. maxPages bounds one run; the next run finds the rest.
	pageSize = 200
	maxPages = 20
	// checkInterval is the maximum time between two checks of a request while nothing happens to its loan.
	checkInterval = 6 * time.Hour
)

// checked is a request that is due for a check, with the facts that decide how it ends.
type checked struct {
	support.Hardship
	facts servicing.Facts
}

// EndDueHardships ends the requests that are over: a promise that was kept or whose day has passed, a settled loan, a
// plan whose time is over, a request that nobody decided in time. It checks only requests that are due by business time
// or whose loan got or lost a payment. It may run concurrently and repeatedly. A failed request does not block the
// others.
func (s *Support) EndDueHardships(ctx context.Context) (ended int, err error) {
	err = job.Backlog[checked]{
		Name:     CheckHardshipsArgs{}.Kind(),
		MaxPages: maxPages,
		ID:       func(h checked) uuid.UUID { return h.ID },
		Find:     s.hardshipsToCheck,
		Do: func(ctx context.Context, h checked) error {
			did, err := s.check(ctx, h)
			if did {
				ended++
			}
			return err
		},
	}.Run(ctx, s.pool)
	return ended, err
}

func (s *Support) hardshipsToCheck(ctx context.Context, except []uuid.UUID) ([]checked, error) {
	due, err := support.HardshipsToCheck(s.clock.Now(), except, pageSize).Read(ctx, s.pool)
	if err != nil || len(due) == 0 {
		return nil, err
	}
	orders := make([]uuid.UUID, len(due))
	for i, h := range due {
		orders[i] = h.OrderID
	}
	facts, err := servicing.FactsOf(orders...).Read(ctx, s.pool)
	if err != nil {
		return nil, err
	}
	all := make([]checked, len(due))
	for i, h := range due {
		all[i] = checked{Hardship: h, facts: facts[h.OrderID]}
	}
	return all, nil
}

// check ends a request that is over and notifies the borrower, or sets the time of its next check. ended reports
// whether it ended.
func (s *Support) check(ctx context.Context, h checked) (ended bool, err error) {
	now := s.clock.Now()
	r := region.Get(h.facts.Order.Region)
	end, kind := HardshipOutcome(h.Hardship, h.facts, r, now)
	if end == "" {
		err = support.CheckAgain(ctx, s.pool, h.Hardship, nextCheck(h.Hardship, r, now))
	} else {
		err = postgres.InTx(ctx, s.pool, func(ctx context.Context, tx pgx.Tx) error {
			return endUnchanged(ctx, tx, h.Hardship, end, h.facts.Order, kind, now)
		})
	}
	if errors.Is(err, reason.New(reason.StateChanged)) {
		return false, nil // paid for, ended or decided elsewhere at this moment; the next check sees it
	}
	return err == nil && end != "", err
}

// endUnchanged ends a request if it has not changed since it was read, and notifies the borrower unless kind is empty.
func endUnchanged(ctx context.Context, tx pgx.Tx, h support.Hardship, end support.HardshipState, o loan.Order, kind notify.Kind, now time.Time) error {
	if err := support.EndUnchanged(ctx, tx, h, end, now); err != nil || kind == "" {
		return err
	}
	b := &pgx.Batch{}
	notify.QueueForOrder(b, o, kind, now)
	return postgres.Send(ctx, tx, b)
}

// nextCheck returns when the time of a live request is over, or earlier, to catch changes that triggered no check.
func nextCheck(h support.Hardship, r *region.Region, now time.Time) time.Time {
	over := h.Over(r)
	if again := now.Add(checkInterval); again.Before(over) {
		return again
	}
	return over
}

// HardshipOutcome returns how a live request ends at a moment of business time, and the notice for the borrower. The
// state is empty if the request continues. A settled loan has a notice of its own.
func HardshipOutcome(h support.Hardship, facts servicing.Facts, r *region.Region, now time.Time) (support.HardshipState, notify.Kind) {
	today := r.Today(now)
	s := facts.Replay(today)
	over := !h.LiveAt(r, now)
	// A payment that came before the request and was matched after it also counts. The reversal of an older payment
	// does not count against the promise.
	switch paid := max(facts.RepaidSince(h.CreatedAt, s), s.Repaid.Total()-h.Repaid); {
	case s.Settled() && h.Kind == support.Promise && !facts.Loan.Returned():
		return support.HardshipKept, ""
	case s.Settled():
		return support.HardshipClosed, ""
	case h.Kind == support.Promise && paid >= h.Amount:
		return support.HardshipKept, notify.HardshipKept
	case h.Kind == support.Promise && over:
		return support.HardshipBroken, notify.HardshipBroken
	case over && h.State == support.HardshipOpen:
		return support.HardshipLapsed, notify.HardshipLapsed
	case over:
		return support.HardshipClosed, notify.HardshipOver
	default:
		return "", ""
	}
}
