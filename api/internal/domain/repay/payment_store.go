package repay

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const paymentColumns = `p.id, p.gateway, p.gateway_reference, p.serial_number AS serial, p.intent_id, p.order_id, p.member_id, p.seq,
	p.amount, p.currency, p.memo, p.payment_type AS type, p.paid_from, p.paid_to, p.state, p.outcome, p.paid_at, p.value_date, p.received_at`

// QueuePayment inserts a newly received payment.
func QueuePayment(b *pgx.Batch, p Payment) {
	b.Queue(`
		INSERT INTO payment (id, gateway, gateway_reference, serial_number, intent_id, order_id, member_id, seq, amount, currency,
			memo, payment_type, paid_from, paid_to, state, outcome, paid_at, value_date, received_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
		p.ID, p.Gateway, p.GatewayReference, p.Serial, p.IntentID, p.OrderID, p.MemberID, p.Seq, p.Amount, p.Currency,
		p.Memo, p.Type, p.PaidFrom, p.PaidTo, p.State, p.Outcome, p.PaidAt, p.ValueDate, p.ReceivedAt)
}

// QueueMatched assigns a payment in suspense to an order.
func QueueMatched(b *pgx.Batch, p Payment) {
	b.Queue(`
		UPDATE payment SET state = 'posted', order_id = $2, member_id = $3, seq = $4, outcome = $5, value_date = $6, intent_id = $7
		WHERE id = $1 AND state = 'suspense'`, p.ID, p.OrderID, p.MemberID, p.Seq, p.Outcome, p.ValueDate, p.IntentID)
}

// QueueReversed records that the bank reversed a payment, and sets its new state. day is the bank's booking day, if known.
func QueueReversed(b *pgx.Batch, payment uuid.UUID, state PaymentState, gatewayReference, why string, day money.Date, at time.Time) {
	b.Queue(`UPDATE payment SET state = $2 WHERE id = $1`, payment, state)
	b.Queue(`INSERT INTO payment_reversal (payment_id, gateway_reference, reason, bank_day, reported_at) VALUES ($1, $2, $3, $4, $5)`,
		payment, gatewayReference, why, day, at)
}

// WasReversed reports whether the bank reversed a payment. A payment in state Returned may also have been sent back by us.
func WasReversed(payment uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("repay: was reversed", `SELECT EXISTS (SELECT FROM payment_reversal WHERE payment_id = $1)`, payment)
}

// QueueLockReference locks a gateway's reference until the transaction ends. Money with this reference is either a payment or the
// return of a transfer of ours, and the lock prevents booking it as both at once.
func QueueLockReference(b *pgx.Batch, gateway, reference string) {
	b.Queue(`SELECT pg_advisory_xact_lock(hashtextextended('payment/' || $1 || '/' || $2, 0))`, gateway, reference)
}

// ByReference finds the payment with a gateway's reference, or nil if there is none.
func ByReference(gateway, reference string) postgres.Query[*Payment] {
	return postgres.Row[Payment]("repay: payment",
		`SELECT `+paymentColumns+` FROM payment p WHERE p.gateway = $1 AND p.gateway_reference = $2`, gateway, reference)
}

// LockSuspense reads a payment in suspense and locks it. It returns reason.SuspenseHandled if the payment is no longer in suspense
// or is being sent back.
func LockSuspense(ctx context.Context, tx pgx.Tx, payment uuid.UUID) (Payment, error) {
	p, err := LockPayment(payment).Read(ctx, tx)
	if err != nil {
		return p, err
	}
	// Read under the lock, because sending the payment back takes the same lock.
	leaving, err := RefundsInProgress([]uuid.UUID{payment}).Read(ctx, tx)
	if err != nil {
		return p, err
	}
	if p.State != Suspense || leaving[payment] {
		return p, reason.New(reason.SuspenseHandled)
	}
	return p, nil
}

// QueueReturned records that a payment in suspense was sent back.
func QueueReturned(b *pgx.Batch, payment uuid.UUID) {
	b.Queue(`UPDATE payment SET state = 'returned' WHERE id = $1 AND state = 'suspense'`, payment)
}

// QueueSuspended puts a payment that was sent back into suspense again.
func QueueSuspended(b *pgx.Batch, payment uuid.UUID) {
	b.Queue(`UPDATE payment SET state = 'suspense' WHERE id = $1 AND state = 'returned'`, payment)
}

// PaymentOf reads a payment of a member. A payment of another member is reason.ReceiptNotFound.
func PaymentOf(member, payment uuid.UUID) postgres.Query[Payment] {
	return onePayment(`p.id = $1 AND p.member_id = $2`, payment, member)
}

// PaymentByID reads a payment, or returns reason.ReceiptNotFound.
func PaymentByID(payment uuid.UUID) postgres.Query[Payment] { return onePayment(`p.id = $1`, payment) }

// SerialsOf reads the serial numbers of the payments of loans, keyed by the ids of the payments and of their partial reversals.
func SerialsOf(orders ...uuid.UUID) postgres.Query[map[uuid.UUID]string] {
	return postgres.Map[uuid.UUID, string]("repay: serial numbers", `
		SELECT id, serial_number FROM payment WHERE order_id = ANY($1)
		UNION ALL SELECT r.id, p.serial_number FROM partial_reversal r JOIN payment p ON p.id = r.payment_id WHERE p.order_id = ANY($1)`, orders)
}

// RefundsInProgress reads which of the payments are being sent back out of suspense.
func RefundsInProgress(payments []uuid.UUID) postgres.Query[map[uuid.UUID]bool] {
	return postgres.Set(postgres.Column[uuid.UUID]("repay: suspense on its way back",
		`SELECT payment_id FROM refund WHERE payment_id = ANY ($1) AND order_id IS NULL AND state IN ('created', 'unknown')`, payments))
}

// InSuspense reads a page of the payments in suspense, oldest first.
func InSuspense(a paging.Request) postgres.Query[paging.Page[Payment]] {
	return listPayments(a, paging.Sort{At: "p.received_at", ID: "p.id"}, func(p Payment) paging.Position {
		return paging.Position{At: p.ReceivedAt, ID: p.ID}
	}, `p.state = 'suspense'`)
}

func onePayment(where string, args ...any) postgres.Query[Payment] {
	return postgres.OneRow[Payment]("repay: payment", reason.ReceiptNotFound, `SELECT `+paymentColumns+` FROM payment p WHERE `+where, args...)
}

const selectPayments = `SELECT ` + paymentColumns + ` FROM payment p WHERE `

func payments(where string, args ...any) postgres.Query[[]Payment] {
	return postgres.Rows[Payment]("repay: payments", selectPayments+where, args...)
}

func listPayments(a paging.Request, by paging.Sort, place func(Payment) paging.Position, where string, args ...any) postgres.Query[paging.Page[Payment]] {
	return paging.List("repay: payments", a, by, place, selectPayments+where, args...)
}
