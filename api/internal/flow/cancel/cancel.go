// Package cancel lets a borrower decline an offer.
package cancel

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// FreezePeriod is how long a borrower cannot apply for a product again after cancelling an order of it (spec 4:
// cancelling stops new orders).
const FreezePeriod = 24 * time.Hour

// Cancel is the flow.
type Cancel struct {
	pool  *pgxpool.Pool
	clock clock.Clock
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock) *Cancel { return &Cancel{pool: pool, clock: c} }

// Do cancels an offer, once per intention. why is in the borrower's own words. Cancelling may lower the credit limit,
// and stops new orders of the product for a day (spec 4).
func (c *Cancel) Do(ctx context.Context, who borrower.Borrower, order uuid.UUID, why string) (loan.Ref, error) {
	now := c.clock.Now()
	locked := member.RequireSession(who.ID, who.SessionID, decidingOf(who, order, now))
	return idempotency.RunBatched(ctx, c.pool, who.IdempotencyKey, locked, func(_ context.Context, _ pgx.Tx, d deciding, last *pgx.Batch) (loan.Ref, error) {
		o := d.order
		if err := cancellable(o, now); err != nil {
			return loan.Ref{}, err
		}
		err := loan.QueueMove(last, loan.Move{
			OrderID: o.ID, From: loan.ToConfirm, Event: loan.CancelledOffer, Actor: loan.ByMember, At: now, ClosedAt: &now,
			Detail: map[string]any{"reason": why},
		})
		if err != nil {
			return loan.Ref{}, err
		}
		credit.QueueChange(last, d.profile.Cancelled(who.Region), credit.KindCancelled, &o.ID, now)
		notify.QueueForOrder(last, o, notify.OfferCancelled, now)
		credit.QueueFreeze(last, who.ID, o.ProductID, now.Add(FreezePeriod), "cancelled")
		return loan.Ref{ID: o.ID, OrderNo: o.OrderNo, Status: loan.Cancelled}, nil
	})
}

// deciding is the data on which a cancellation is decided.
type deciding struct {
	profile credit.Profile
	order   loan.Order
}

// decidingOf reads the data and locks the borrower's credit and the order until the transaction ends.
func decidingOf(who borrower.Borrower, order uuid.UUID, now time.Time) postgres.Query[deciding] {
	return postgres.Combine("cancel: deciding", func(b *pgx.Batch) func() (deciding, error) {
		profile := credit.Lock(credit.Initial(who.ID, who.Region, who.WhiteListed), now).Queue(b)
		of := loan.Lock(who.ID, order).Queue(b)
		return func() (deciding, error) { return deciding{profile: profile.Get(), order: of.Get()}, nil }
	})
}

func cancellable(o loan.Order, now time.Time) error {
	if o.Status != loan.ToConfirm {
		return reason.New(reason.OrderNotCancellable)
	}
	if !now.Before(*o.OfferExpiresAt) {
		return reason.New(reason.OfferExpired)
	}
	return nil
}
