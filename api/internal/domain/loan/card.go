package loan

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// QueueCard names another card for an order that has not been paid out, without a change of its status.
func QueueCard(b *pgx.Batch, order, card uuid.UUID, at time.Time) {
	b.Queue(`UPDATE loan_order SET bank_card_id = $2, pending_card_id = NULL WHERE id = $1`, order, card)
	QueueEvent(b, OrderEvent{OrderID: order, Event: CardChanged, Actor: ByMember, At: at})
}

// QueuePendingCard names a card that will replace the order's when its review is passed.
func QueuePendingCard(b *pgx.Batch, order, card uuid.UUID, at time.Time) {
	b.Queue(`UPDATE loan_order SET pending_card_id = $2 WHERE id = $1`, order, card)
	QueueEvent(b, OrderEvent{OrderID: order, Event: CardInReview, Actor: ByMember, At: at})
}

// QueueCardRefused lets go of a card whose review was not passed.
func QueueCardRefused(b *pgx.Batch, order uuid.UUID, at time.Time) {
	b.Queue(`UPDATE loan_order SET pending_card_id = NULL WHERE id = $1`, order)
	QueueEvent(b, OrderEvent{OrderID: order, Event: CardReviewRejected, Actor: BySystem, At: at})
}

// LockWaitingFor holds the orders that wait for the review of a card, until the transaction ends.
func LockWaitingFor(ctx context.Context, tx pgx.Tx, card uuid.UUID) ([]Order, error) {
	return many(ctx, tx, `SELECT `+orderColumns+` FROM loan_order o WHERE o.pending_card_id = $1 ORDER BY o.id FOR NO KEY UPDATE`, card)
}

// QueueLockUnpaid holds the orders of a member whose money has not gone out, the oldest first, until the transaction
// ends: their card can still be another one.
func QueueLockUnpaid(b *pgx.Batch, member uuid.UUID) *[]Order {
	var orders []Order
	b.Queue(`
		SELECT `+orderColumns+` FROM loan_order o
		WHERE o.member_id = $1 AND o.status IN (1, 2, 4, 5, 6) ORDER BY o.id FOR NO KEY UPDATE`, member).
		Query(func(rows pgx.Rows) error {
			var err error
			orders, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (Order, error) { return one(row) })
			return err
		})
	return &orders
}

func many(ctx context.Context, db postgres.DB, sql string, args ...any) ([]Order, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("loan: read orders: %w", postgres.Reason(err))
	}
	orders, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Order, error) { return one(row) })
	if err != nil {
		return nil, fmt.Errorf("loan: read orders: %w", postgres.Reason(err))
	}
	return orders, nil
}

// QueueHasUnpaid reads whether a member has an order whose money has not gone out: a new card takes its place.
func QueueHasUnpaid(b *pgx.Batch, member uuid.UUID) *bool {
	var waits bool
	b.Queue(`SELECT EXISTS (SELECT FROM loan_order WHERE member_id = $1 AND status IN (1, 2, 4, 5, 6))`, member).
		QueryRow(func(row pgx.Row) error { return row.Scan(&waits) })
	return &waits
}
