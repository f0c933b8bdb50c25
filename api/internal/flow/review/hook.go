package review

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

// Event is a decision that an institution sends by callback.
type Event struct {
	Lender string
	// ID is the institution's id of the event. Each event is applied once.
	ID       string
	OrderID  uuid.UUID
	Decision lender.Decision
}

// Hook processes the callbacks of institutions.
type Hook struct {
	review *Review
	key    []byte
	wall   clock.Clock
}

// NewHook returns the hook. Each lender's key is derived from key.
func NewHook(r *Review, key []byte) *Hook { return &Hook{review: r, key: key, wall: clock.Wall{}} }

// Verify checks the signature of a callback, in wall time.
func (h *Hook) Verify(lenderCode, timestamp, signature string, body []byte) error {
	return secret.Verify(timestamp, signature, body, h.wall.Now(), lender.Key(h.key, lenderCode))
}

// Handle applies a decision, once per event. A repeated event does nothing, and an event id with a different decision
// returns IdempotencyConflict. A decision on an order that has been decided differently is refused, and its event id
// can be used again.
func (h *Hook) Handle(ctx context.Context, e Event) error {
	seen, err := h.review.own(ctx, e.OrderID, e.Lender)
	if err != nil {
		return err
	}
	return postgres.InTx(ctx, h.review.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		delivery, err := idempotency.QueueEvent(b, "lender:"+e.Lender, e.ID, e, h.wall.Now())
		if err != nil {
			return err
		}
		if err := postgres.Send(ctx, tx, b); err != nil {
			return err
		}
		if fresh, err := delivery.Fresh(ctx, tx); err != nil || !fresh {
			return err
		}
		return h.review.decide(ctx, tx, seen, e.Decision, loan.ByLender)
	})
}
