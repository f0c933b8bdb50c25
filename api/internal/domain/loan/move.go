package loan

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// The actors of events.
const (
	ByMember = "member"
	ByLender = "lender"
	ByBank   = "bank"
	BySystem = "system"
)

// Move is one step of an order: the event, the status that it must start from, and the fields that change with it. Nil fields do not change.
type Move struct {
	OrderID uuid.UUID
	From    Status
	Event   Event
	Actor   string
	At      time.Time
	// Detail is stored with the event. It may be nil.
	Detail map[string]any

	Principal      *int64
	RepayStatus    *RepayStatus
	RejectReason   *string
	FailureReason  *string
	BankCardID     *uuid.UUID
	OfferExpiresAt *time.Time
	ConfirmedAt    *time.Time
	MendUntil      *time.Time
	ClosedAt       *time.Time

	// OverBy, if set, makes the step only if the order's time was up at this time: the offer's expiry, the deadline for another
	// card (which a card in review extends by MendGrace), or otherwise the time of application.
	OverBy *time.Time
}

// MendGrace is how long after its deadline a failed payout still waits for the review of another card.
const MendGrace = 72 * time.Hour

// moveSQL is the only statement that changes the status of an order. It clears the pending card when another card is set, the
// money is sent or the order ends.
const moveSQL = `
	WITH moved AS (
		UPDATE loan_order SET status = $3,
			pending_card_id = CASE WHEN $12::uuid IS NULL AND $3::smallint IN (2, 4, 6) THEN pending_card_id END,
			principal = COALESCE($8, principal), repay_status = CASE WHEN $3::smallint = 9 THEN COALESCE($9, repay_status) END,
			reject_reason = COALESCE($10, reject_reason), failure_reason = COALESCE($11, failure_reason),
			bank_card_id = COALESCE($12, bank_card_id), offer_expires_at = COALESCE($13, offer_expires_at),
			confirmed_at = COALESCE($14, confirmed_at), mend_until = COALESCE($15, mend_until),
			closed_at = COALESCE($16, closed_at)
		WHERE id = $1 AND status = $2 AND ($17::timestamptz IS NULL OR $17 >= CASE status
			WHEN 4 THEN offer_expires_at
			WHEN 6 THEN mend_until + CASE WHEN pending_card_id IS NULL THEN interval '0' ELSE $18::interval END
			ELSE applied_at END)
		RETURNING id),
	logged AS (
		INSERT INTO order_event (order_id, from_status, to_status, event, detail, actor, at)
		SELECT id, $2, $3, $4, $5, $6, $7 FROM moved)
	SELECT count(*) FROM moved`

// QueueMove adds the step to a batch. The batch fails with ErrState if the order is not in the status that the step starts from.
func QueueMove(b *pgx.Batch, m Move) error {
	to, ok := Next(m.From, m.Event)
	if !ok {
		return fmt.Errorf("loan: %s cannot happen in status %d: %w", m.Event, m.From, ErrState)
	}
	b.Queue(moveSQL, m.OrderID, m.From, to, m.Event, detail(m.Detail), m.Actor, m.At, m.Principal, m.RepayStatus,
		m.RejectReason, m.FailureReason, m.BankCardID, m.OfferExpiresAt, m.ConfirmedAt, m.MendUntil, m.ClosedAt, m.OverBy, MendGrace).
		QueryRow(func(row pgx.Row) error {
			var moved int
			if err := row.Scan(&moved); err != nil {
				return err
			}
			if moved == 0 {
				return ErrState
			}
			return nil
		})
	return nil
}

// Apply makes the step on its own.
func (m Move) Apply(ctx context.Context, db postgres.DB) error {
	b := &pgx.Batch{}
	if err := QueueMove(b, m); err != nil {
		return err
	}
	return postgres.Send(ctx, db, b)
}

func detail(d map[string]any) map[string]any {
	if d == nil {
		return map[string]any{}
	}
	return d
}
