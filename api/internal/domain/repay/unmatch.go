package repay

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Unmatch is an operator's decision that a payment was matched to the wrong order.
type Unmatch struct {
	Payment Payment
	// Became is the new payment in suspense that holds the money.
	Became Payment
	// By is the operator, Note their findings.
	By, Note string
	At       time.Time
}

// QueueUnmatch stores the decision. The caller holds the lock of the payment's order. The payment stays with the order as
// reversed. Its reference moves to the new payment, so that later reports of the gateway find that one, and its sender and memo
// are erased, because they belong to another person. An extension that it paid for waits for its fee again.
func QueueUnmatch(b *pgx.Batch, u Unmatch) {
	b.Queue(`
		UPDATE payment SET state = 'reversed', outcome = $2, gateway = 'unmatched:' || id, memo = '', paid_from = '', intent_id = NULL
		WHERE id = $1 AND state = 'posted'`, u.Payment.ID, Unmatched)
	QueuePayment(b, u.Became)
	b.Queue(`INSERT INTO payment_unmatch (payment_id, became, note, unmatched_by, unmatched_at) VALUES ($1, $2, $3, $4, $5)`,
		u.Payment.ID, u.Became.ID, u.Note, u.By, u.At)
	if u.Payment.IntentID != nil {
		b.Queue(`
			UPDATE payment_intent SET state = 'open'
			WHERE id = $1 AND state = 'paid' AND NOT EXISTS (SELECT FROM payment WHERE intent_id = $1)`, u.Payment.IntentID)
	}
}

// UnmatchedTo reads the payment in suspense that holds the money of an unmatched payment, or nil if the payment was not unmatched.
func UnmatchedTo(payment uuid.UUID) postgres.Query[*Payment] {
	return postgres.Row[Payment]("repay: unmatched",
		`SELECT `+paymentColumns+` FROM payment_unmatch u JOIN payment p ON p.id = u.became WHERE u.payment_id = $1`, payment)
}

// QueueReopenProofs reopens the proofs of an order that were matched to a payment. If the member has left, they are rejected,
// because there is no one to notify.
func QueueReopenProofs(b *pgx.Batch, order, payment uuid.UUID, left bool, at time.Time) {
	b.Queue(`
		UPDATE repayment_proof SET payment_id = NULL, state = CASE WHEN $3 THEN 'rejected' ELSE 'submitted' END, decided_at = CASE WHEN $3 THEN $4::timestamptz END
		WHERE order_id = $1 AND payment_id = $2 AND state = 'matched'`, order, payment, left, at)
}
