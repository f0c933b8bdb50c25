package loan

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// QueueCard sets another bank card on an order that has not been paid out. The order's status does not change.
func QueueCard(b *pgx.Batch, order, card uuid.UUID, at time.Time) {
	b.Queue(`UPDATE loan_order SET bank_card_id = $2, pending_card_id = NULL WHERE id = $1`, order, card)
	QueueEvent(b, OrderEvent{OrderID: order, Event: CardChanged, Actor: ByMember, At: at})
}

// QueuePendingCard sets the card that replaces the order's card once it passes its review.
func QueuePendingCard(b *pgx.Batch, order, card uuid.UUID, at time.Time) {
	b.Queue(`UPDATE loan_order SET pending_card_id = $2 WHERE id = $1`, order, card)
	QueueEvent(b, OrderEvent{OrderID: order, Event: CardInReview, Actor: ByMember, At: at})
}

// QueueCardRefused removes a pending card that did not pass its review.
func QueueCardRefused(b *pgx.Batch, order uuid.UUID, at time.Time) {
	b.Queue(`UPDATE loan_order SET pending_card_id = NULL WHERE id = $1`, order)
	QueueEvent(b, OrderEvent{OrderID: order, Event: CardReviewRejected, Actor: BySystem, At: at})
}

// LockWaitingFor reads the orders that wait for the review of a card and locks them until the transaction ends.
func LockWaitingFor(card uuid.UUID) postgres.Query[[]Order] {
	return many(`o.pending_card_id = $1 ORDER BY o.id FOR NO KEY UPDATE`, card)
}

// LockUnpaid reads the orders of a member that have not been paid out and locks them until the transaction ends. Their card can
// still be changed. They are locked in order of id, which is oldest first.
func LockUnpaid(member uuid.UUID) postgres.Query[[]Order] {
	return many(`o.member_id = $1 AND o.status IN `+unpaid+` ORDER BY o.id FOR NO KEY UPDATE`, member)
}

// HasUnpaid reports whether a member has an order that has not been paid out, so that a new card replaces its card.
func HasUnpaid(member uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("loan: has unpaid", `SELECT EXISTS (SELECT FROM loan_order WHERE member_id = $1 AND status IN `+unpaid+`)`, member)
}
