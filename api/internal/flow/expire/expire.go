// Package expire closes orders that have waited too long: offers, failed payouts for which no other card was named, and
// reviews without an answer. It selects them by business time, so nothing is missed when the clock is moved or the
// process was down.
package expire

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// Args are the arguments of the job that closes expired orders.
type Args struct{}

// Kind names the job.
func (Args) Kind() string { return "order.expire" }

// InsertOpts names its queue. It is not the queue of the bank, because the bank is not asked.
func (Args) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

const (
	// reviewTimeout is how long a lender may take to decide.
	reviewTimeout = 72 * time.Hour
	// pageSize bounds what is held in memory. maxPages bounds one run; the next run finds the rest.
	pageSize = 200
	maxPages = 20
)

// Expire is the flow.
type Expire struct {
	pool     *pgxpool.Pool
	clock    clock.Clock
	pageSize int
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock) *Expire {
	return &Expire{pool: pool, clock: c, pageSize: pageSize}
}

// InPages returns the flow with another page size, for tests.
func (e *Expire) InPages(size int) *Expire {
	return &Expire{pool: e.pool, clock: e.clock, pageSize: size}
}

// Run closes the expired orders and returns their number. Orders that fail do not block the others, however many fail.
func (e *Expire) Run(ctx context.Context) (ended int, err error) {
	now := e.clock.Now()
	err = job.Backlog[loan.Order]{
		Name:     Args{}.Kind(),
		MaxPages: maxPages,
		ID:       func(o loan.Order) uuid.UUID { return o.ID },
		Find: func(ctx context.Context, except []uuid.UUID) ([]loan.Order, error) {
			return loan.TimedOut(now, now.Add(-reviewTimeout), except, e.pageSize).Read(ctx, e.pool)
		},
		Do: func(ctx context.Context, o loan.Order) error {
			err := e.end(ctx, o, now)
			if errors.Is(err, loan.ErrState) { // it was just confirmed, decided, or paid to another card
				return nil
			}
			if err == nil {
				ended++
			}
			return err
		},
	}.Run(ctx, e.pool)
	return ended, err
}

// end closes an order and notifies the borrower.
func (e *Expire) end(ctx context.Context, o loan.Order, now time.Time) error {
	return postgres.InTx(ctx, e.pool, func(ctx context.Context, tx pgx.Tx) error {
		event, over := expiryOf(o.Status), now
		if event == loan.LenderWithdrew {
			over = now.Add(-reviewTimeout)
		}
		b := &pgx.Batch{}
		err := loan.QueueMove(b, loan.Move{
			OrderID: o.ID, From: o.Status, Event: event, Actor: loan.BySystem, At: now, ClosedAt: &now, OverBy: &over,
		})
		if err != nil {
			return err
		}
		notify.QueueForOrder(b, o, notices[event], now)
		return postgres.Send(ctx, tx, b)
	})
}

// notices are the notices for the borrower.
var notices = map[loan.Event]notify.Kind{
	loan.OfferExpired: notify.OfferExpired, loan.PayoutExpired: notify.PayoutExpired, loan.LenderWithdrew: notify.OfferWithdrawn,
}

func expiryOf(s loan.Status) loan.Event {
	switch s {
	case loan.ToConfirm:
		return loan.OfferExpired
	case loan.DisbursementFailed:
		return loan.PayoutExpired
	default:
		return loan.LenderWithdrew
	}
}
