package care

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/books"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// WatchArgs ask for one look at the requests of borrowers that may be over.
type WatchArgs struct{}

// Kind names the job.
func (WatchArgs) Kind() string { return "care.watch" }

// InsertOpts names its queue.
func (WatchArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// hardshipBatch bounds what is read in one round trip.
const hardshipBatch = 200

// EndDueHardships ends the requests that have come to their end: a promise that was kept, one whose day has passed, a
// loan that is settled, a plan whose time is over, one that nobody decided on in time. It finds them by business time
// and may run anywhere, any number of times; one that fails keeps none of the others waiting.
func (c *Care) EndDueHardships(ctx context.Context) (ended int, err error) {
	var after uuid.UUID
	var failed error
	for {
		live, err := support.LiveHardships(after, hardshipBatch).Read(ctx, c.pool)
		if err != nil || len(live) == 0 {
			return ended, errors.Join(failed, err)
		}
		orders := make([]uuid.UUID, len(live))
		for i, h := range live {
			orders[i], after = h.OrderID, h.ID
		}
		facts, err := books.FactsOf(orders...).Read(ctx, c.pool)
		if err != nil {
			return ended, errors.Join(failed, err)
		}
		for _, h := range live {
			switch did, err := c.endIfDue(ctx, h, facts[h.OrderID]); {
			case err != nil:
				failed = errors.Join(failed, fmt.Errorf("hardship %s: %w", h.ID, err))
			case did:
				ended++
			}
		}
	}
}

func (c *Care) endIfDue(ctx context.Context, h support.Hardship, facts books.Facts) (bool, error) {
	now := c.clock.Now()
	r := region.Get(facts.Order.Region)
	end, kind := HardshipOutcome(h, facts, r, now)
	if end == "" {
		return false, nil
	}
	err := postgres.InTx(ctx, c.pool, func(ctx context.Context, tx pgx.Tx) error {
		if err := support.EndUnchanged(ctx, tx, h, end, now); err != nil || kind == "" {
			return err
		}
		b := &pgx.Batch{}
		notify.QueueForOrder(b, facts.Order, kind, now)
		return postgres.Send(ctx, tx, b)
	})
	if errors.Is(err, reason.New(reason.StateChanged)) {
		return false, nil // ended or decided elsewhere in this moment; the next look sees it
	}
	return err == nil, err
}

// HardshipOutcome is how a live request ends at an instant of business time, and what the borrower is told; an empty state
// when it goes on. That the loan is settled they are told by the settlement itself.
func HardshipOutcome(h support.Hardship, facts books.Facts, r *region.Region, now time.Time) (support.HardshipState, notify.Kind) {
	today := r.Today(now)
	s := facts.Replay(today)
	over := today.After(h.RemindersPausedUntil(r))
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
		// What was sent late in the evening is reported in the night.
		if now.Before(promiseJudged(h.Until, r)) {
			return "", ""
		}
		return support.HardshipBroken, notify.HardshipBroken
	case over && h.State == support.HardshipOpen:
		return support.HardshipLapsed, notify.HardshipLapsed
	case over:
		return support.HardshipClosed, notify.HardshipOver
	default:
		return "", ""
	}
}

// promiseJudged is when a promise is called broken at the earliest: at the hour of the next morning from which a borrower may
// be reminded.
func promiseJudged(until money.Date, r *region.Region) time.Time {
	return until.AddDays(1).In(r.TimeZone).Add(time.Duration(r.ReminderHours.From) * time.Hour)
}
