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
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// FreezePeriod is how long the product takes no new order from a borrower who cancelled one (spec 4: cancelling stops new
// orders).
const FreezePeriod = 24 * time.Hour

// Cancel is the flow.
type Cancel struct {
	pool  *pgxpool.Pool
	clock clock.Clock
}

// New makes the flow.
func New(pool *pgxpool.Pool, c clock.Clock) *Cancel { return &Cancel{pool: pool, clock: c} }

// Do cancels an offer, once per intention; why is the borrower's own words. It may lower the credit
// limit, and stops new orders of the product for a day (spec 4).
func (c *Cancel) Do(ctx context.Context, who borrower.Borrower, order uuid.UUID, why string) (loan.Ref, error) {
	now := c.clock.Now()
	return idempotency.Run(ctx, c.pool, who.IdempotencyKey, func(ctx context.Context, tx pgx.Tx) (loan.Ref, error) {
		b := &pgx.Batch{}
		profile := credit.Lock(credit.Initial(who.ID, who.Region, who.WhiteListed), now).Queue(b)
		locked := loan.Lock(who.ID, order).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil {
			return loan.Ref{}, err
		}
		o := locked.Get()
		if err := cancellable(o, now); err != nil {
			return loan.Ref{}, err
		}
		b = &pgx.Batch{}
		err := loan.QueueMove(b, loan.Move{
			OrderID: o.ID, From: loan.ToConfirm, Event: loan.CancelledOffer, Actor: loan.ByMember, At: now, ClosedAt: &now,
			Detail: map[string]any{"reason": why},
		})
		if err != nil {
			return loan.Ref{}, err
		}
		credit.QueueChange(b, profile.Get().Cancelled(who.Region), credit.KindCancelled, &o.ID, now)
		notify.QueueForOrder(b, o, notify.OfferCancelled, now)
		credit.QueueFreeze(b, who.ID, o.ProductID, now.Add(FreezePeriod), "cancelled")
		return loan.Ref{ID: o.ID, OrderNo: o.OrderNo, Status: loan.Cancelled}, postgres.Send(ctx, tx, b)
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
