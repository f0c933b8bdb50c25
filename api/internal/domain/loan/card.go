package loan

import (
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
func LockWaitingFor(card uuid.UUID) postgres.Query[[]Order] {
	return many(`o.pending_card_id = $1 ORDER BY o.id FOR NO KEY UPDATE`, card)
}

// LockUnpaid holds the orders of a member whose money has not gone out, the oldest first, until the transaction ends:
// their card can still be another one.
func LockUnpaid(member uuid.UUID) postgres.Query[[]Order] {
	return many(`o.member_id = $1 AND o.status IN `+unpaid+` ORDER BY o.id FOR NO KEY UPDATE`, member)
}

// HasUnpaid reads whether a member has an order whose money has not gone out: a new card takes its place.
func HasUnpaid(member uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("loan: has unpaid", `SELECT EXISTS (SELECT FROM loan_order WHERE member_id = $1 AND status IN `+unpaid+`)`, member)
}
