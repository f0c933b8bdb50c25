package repay

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const paymentColumns = `p.id, p.gateway, p.gateway_reference, p.serial_number, p.intent_id, p.order_id, p.member_id, p.seq,
	p.amount, p.currency, p.memo, p.payment_type, p.paid_from, p.paid_to, p.state, p.outcome, p.paid_at, p.value_date, p.received_at`

// QueueRecord writes a payment that has just come in.
func QueueRecord(b *pgx.Batch, p Payment) {
	b.Queue(`
		INSERT INTO payment (id, gateway, gateway_reference, serial_number, intent_id, order_id, member_id, seq, amount, currency,
			memo, payment_type, paid_from, paid_to, state, outcome, paid_at, value_date, received_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
		p.ID, p.Gateway, p.GatewayReference, p.Serial, p.IntentID, p.OrderID, p.MemberID, p.Seq, p.Amount, p.Currency,
		p.Memo, p.Type, p.PaidFrom, p.PaidTo, p.State, p.Outcome, p.PaidAt, p.ValueDate, p.ReceivedAt)
}

// QueueMatched gives a payment in suspense to an order.
func QueueMatched(b *pgx.Batch, p Payment) {
	b.Queue(`
		UPDATE payment SET state = 'posted', order_id = $2, member_id = $3, seq = $4, outcome = $5, value_date = $6, intent_id = $7
		WHERE id = $1 AND state = 'suspense'`, p.ID, p.OrderID, p.MemberID, p.Seq, p.Outcome, p.ValueDate, p.IntentID)
}

// QueueReversed writes that the bank took a payment back, and where it stands now.
func QueueReversed(b *pgx.Batch, payment uuid.UUID, state PaymentState, gatewayReference, why string, at time.Time) {
	b.Queue(`UPDATE payment SET state = $2 WHERE id = $1`, payment, state)
	b.Queue(`INSERT INTO payment_reversal (payment_id, gateway_reference, reason, reported_at) VALUES ($1, $2, $3, $4)`,
		payment, gatewayReference, why, at)
}

// WasReversed reports whether the bank took a payment back: one that is Returned may also have been sent back by us.
func WasReversed(ctx context.Context, db postgres.DB, payment uuid.UUID) (bool, error) {
	var taken bool
	err := db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM payment_reversal WHERE payment_id = $1)`, payment).Scan(&taken)
	if err != nil {
		return false, fmt.Errorf("repay: reversal: %w", postgres.Reason(err))
	}
	return taken, nil
}

// QueueByReference looks for the payment of a gateway's reference; the answer is nil when there is none.
func QueueByReference(b *pgx.Batch, gateway, reference string) **Payment {
	return postgres.QueueOne[Payment](b, `SELECT `+paymentColumns+` FROM payment p WHERE p.gateway = $1 AND p.gateway_reference = $2`, gateway, reference)
}

// LockSuspense reads a payment that waits for its order and holds it; reason.SuspenseHandled when it no longer waits, or
// is on its way back.
func LockSuspense(ctx context.Context, tx pgx.Tx, payment uuid.UUID) (Payment, error) {
	p, err := onePayment(ctx, tx, `p.id = $1 FOR NO KEY UPDATE`, payment)
	if err != nil {
		return p, err
	}
	// Asked under the lock: whoever sends it back holds the same row.
	var leaving bool
	const onItsWay = `SELECT EXISTS (SELECT FROM refund WHERE payment_id = $1 AND order_id IS NULL AND state IN ('created', 'unknown'))`
	if err := tx.QueryRow(ctx, onItsWay, payment).Scan(&leaving); err != nil {
		return p, fmt.Errorf("repay: suspense: %w", postgres.Reason(err))
	}
	if p.State != Suspense || leaving {
		return p, reason.New(reason.SuspenseHandled)
	}
	return p, nil
}

// QueueReturned writes that a payment has gone back out of suspense.
func QueueReturned(b *pgx.Batch, payment uuid.UUID) {
	b.Queue(`UPDATE payment SET state = 'returned' WHERE id = $1 AND state = 'suspense'`, payment)
}

// PaymentOf reads a payment of a member; reason.ReceiptNotFound for somebody else's.
func PaymentOf(ctx context.Context, db postgres.DB, member, payment uuid.UUID) (Payment, error) {
	return onePayment(ctx, db, `p.id = $1 AND p.member_id = $2`, payment, member)
}

// PaymentByID reads a payment.
func PaymentByID(ctx context.Context, db postgres.DB, payment uuid.UUID) (Payment, error) {
	return onePayment(ctx, db, `p.id = $1`, payment)
}

// InSuspense lists the payments that wait for their order, oldest first.
func InSuspense(ctx context.Context, db postgres.DB) ([]Payment, error) {
	rows, err := db.Query(ctx, `SELECT `+paymentColumns+` FROM payment p WHERE p.state = 'suspense' ORDER BY p.received_at`)
	if err != nil {
		return nil, fmt.Errorf("repay: suspense: %w", postgres.Reason(err))
	}
	payments, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Payment])
	if err != nil {
		return nil, fmt.Errorf("repay: suspense: %w", postgres.Reason(err))
	}
	return payments, nil
}

func onePayment(ctx context.Context, db postgres.DB, where string, args ...any) (Payment, error) {
	p, err := postgres.One[Payment](ctx, db, `SELECT `+paymentColumns+` FROM payment p WHERE `+where, args...)
	if err == nil && p == nil {
		return Payment{}, reason.New(reason.ReceiptNotFound)
	}
	if err != nil {
		return Payment{}, fmt.Errorf("repay: payment: %w", err)
	}
	return *p, nil
}
