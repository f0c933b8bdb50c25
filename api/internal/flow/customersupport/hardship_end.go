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

// CheckHardshipsArgs ask for one look at the requests of borrowers that it is time to look at.
type CheckHardshipsArgs struct{}

// Kind names the job.
func (CheckHardshipsArgs) Kind() string { return "care.check_hardships" }

// KindAliases are names under which a job may still wait that an earlier release inserted.
func (CheckHardshipsArgs) KindAliases() []string { return []string{"care.watch"} }

// InsertOpts names its queue.
func (CheckHardshipsArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

const (
	// pageSize bounds what is read in one round trip, maxPages one run; what is left is found by the next.
	pageSize = 200
	maxPages = 20
	// checkEvery is how long a request is left alone at most while nothing happens to its loan.
	checkEvery = 6 * time.Hour
)

// checked is a request that it is time to look at, with what decides how it ends.
type checked struct {
	support.Hardship
	facts servicing.Facts
}

// EndDueHardships ends the requests that have come to their end: a promise that was kept, one whose day has passed, a
// loan that is settled, a plan whose time is over, one that nobody decided on in time. It looks at those alone whose time
// has come by business time, or for whose loan money came or went. It may run anywhere, any number of times; one that fails
// keeps none of the others waiting.
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

// check ends a request that is over and tells the borrower, or says when it is looked at next; it tells whether it ended.
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
		return false, nil // paid for, ended or decided elsewhere in this moment; the next look sees it
	}
	return err == nil && end != "", err
}

// endUnchanged ends a request that still stands as it was read, and tells the borrower unless kind is empty.
func endUnchanged(ctx context.Context, tx pgx.Tx, h support.Hardship, end support.HardshipState, o loan.Order, kind notify.Kind, now time.Time) error {
	if err := support.EndUnchanged(ctx, tx, h, end, now); err != nil || kind == "" {
		return err
	}
	b := &pgx.Batch{}
	notify.QueueForOrder(b, o, kind, now)
	return postgres.Send(ctx, tx, b)
}

// nextCheck is when the time of a live request is over, and soon enough to find what nothing told of.
func nextCheck(h support.Hardship, r *region.Region, now time.Time) time.Time {
	over := h.Over(r)
	if again := now.Add(checkEvery); again.Before(over) {
		return again
	}
	return over
}

// HardshipOutcome is how a live request ends at an instant of business time, and what the borrower is told; an empty state
// when it goes on. That the loan is settled they are told by the settlement itself.
func HardshipOutcome(h support.Hardship, facts servicing.Facts, r *region.Region, now time.Time) (support.HardshipState, notify.Kind) {
	today := r.Today(now)
	s := facts.Replay(today)
	over := !h.LiveAt(r, now)
	// Money that came before the request and was matched behind it counts, too. That an older payment was taken back
	// meanwhile does not count against what was promised.
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
