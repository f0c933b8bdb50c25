package servicing

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// The events of a loan are booked in the order in which they take its lock, so their times must have the same order:
// an event that is dated before the last one would take the charges of a night out of the journal again. Therefore the
// time of an event is read once the lock is held, and its date is never before the date up to which the journal is
// complete, because the process that booked the last event may have a clock that is a few seconds ahead. NewWriter
// takes the time from the lock, so no event can be booked with another one.
// A time that counts for somebody outside is not the time of the event and is read where it arises: the value date of
// money, when a report came in, and the moment at which a borrower agreed to figures of a day (see clock.Fixed).

// Time is the business time of a transaction, read once, with its date in the region.
type Time struct {
	At    time.Time
	Today money.Date
}

// TimeOf returns an instant with its date in a region.
func TimeOf(r *region.Region, at time.Time) Time { return Time{At: at, Today: r.Today(at)} }

// notBefore returns the time, or the first instant of a later date.
func (t Time) notBefore(on money.Date, r *region.Region) Time {
	if !t.Today.Before(on) {
		return t
	}
	return Time{At: on.In(r.TimeZone).UTC(), Today: on}
}

// Lock is the lock of a loan, which its transaction holds until it ends.
type Lock struct {
	order uuid.UUID
	// Now is the time of the event that takes the lock.
	Now Time
}

// Locked are the facts of a loan under its lock.
type Locked struct {
	Posted
	Lock
}

// LockLoan locks the rows of the order and the loan until the transaction ends, and reads the time.
func LockLoan(order uuid.UUID, c clock.Clock) postgres.Query[Lock] {
	type row struct {
		Region     string
		PostedUpTo money.Date
	}
	return postgres.Combine("servicing: lock", func(b *pgx.Batch) func() (Lock, error) {
		loan.QueueLockRunning(b, order)
		found := rows[row]("servicing: lock", `o.region, `+ledger.PostedUpTo(`o.id`)+` AS posted_up_to`, `o.id = $1`, order).Queue(b)
		return func() (Lock, error) {
			if len(found.Get()) == 0 {
				return Lock{}, reason.New(reason.OrderNotFound)
			}
			last := found.Get()[0]
			r := region.Get(last.Region)
			return Lock{order: order, Now: TimeOf(r, c.Now()).notBefore(last.PostedUpTo, r)}, nil
		}
	})
}

// ReadFacts reads the facts of the locked loan as the transaction has left them.
func (l Lock) ReadFacts() postgres.Query[Locked] {
	return postgres.Then(ReadPosted(l.order), func(p Posted) (Locked, error) { return Locked{Posted: p, Lock: l}, nil })
}

// LockFacts is LockLoan with the facts, in one round trip.
func LockFacts(order uuid.UUID, c clock.Clock) postgres.Query[Locked] {
	return postgres.Combine("servicing: locked facts", func(b *pgx.Batch) func() (Locked, error) {
		loan.QueueLockRunning(b, order)
		posted := ReadPosted(order).Queue(b)
		return func() (Locked, error) { return lockedAt(posted.Get(), c), nil }
	})
}

// LockAllFacts is LockFacts for many orders. Orders that were never paid out are left out.
func LockAllFacts(orders []uuid.UUID, c clock.Clock) postgres.Query[map[uuid.UUID]Locked] {
	return postgres.Combine("servicing: locked facts", func(b *pgx.Batch) func() (map[uuid.UUID]Locked, error) {
		loan.QueueLockAllRunning(b, orders)
		posted := PostedOf(orders...).Queue(b)
		return func() (map[uuid.UUID]Locked, error) {
			all := make(map[uuid.UUID]Locked, len(orders))
			for order, p := range posted.Get() {
				all[order] = lockedAt(p, c)
			}
			return all, nil
		}
	})
}

func lockedAt(p Posted, c clock.Clock) Locked {
	r := region.Get(p.Order.Region)
	return Locked{Posted: p, Lock: Lock{order: p.Order.ID, Now: TimeOf(r, c.Now()).notBefore(p.PostedUpTo, r)}}
}
