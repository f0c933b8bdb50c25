package loan

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// DisbursementState is the state of an attempt to pay an order out.
type DisbursementState string

// The states of an attempt.
const (
	// DisbursementCreated means that the bank has not been asked yet.
	DisbursementCreated DisbursementState = "created"
	// DisbursementUnknown means that the bank may have been asked. Its status is looked up before the payout is sent again.
	DisbursementUnknown       DisbursementState = "unknown"
	DisbursementSucceeded     DisbursementState = "succeeded"
	DisbursementAttemptFailed DisbursementState = "failed"
)

// Disbursement is one attempt to pay an order out.
type Disbursement struct {
	ID      uuid.UUID
	OrderID uuid.UUID
	Attempt int
	// Reference is our reference for the transfer. The bank pays each reference only once.
	Reference  string
	BankCardID uuid.UUID
	// Amount is the amount that the borrower receives, in minor units.
	Amount    int64
	Currency  money.Currency
	State     DisbursementState
	CreatedAt time.Time
	// DeclinedAt is the time since when the gateway declines the attempt and a look-up does not find it. The column has the older
	// name refused_at.
	DeclinedAt *time.Time
	// ReturnReference is the bank's reference of the returned money, or empty if it was not returned.
	ReturnReference string
	// ReturnFee is the fee that the bank kept from the returned money, in minor units.
	ReturnFee int64
}

const disbursementColumns = `id, order_id, attempt, reference, bank_card_id, amount, currency, state, created_at, refused_at AS declined_at,
	COALESCE((SELECT r.reference FROM disbursement_return r WHERE r.disbursement_id = disbursement.id), '') AS return_reference,
	COALESCE((SELECT r.fee FROM disbursement_return r WHERE r.disbursement_id = disbursement.id), 0) AS return_fee`

// QueueDisbursement inserts the next attempt for an order. The database allows only one attempt that has not failed.
func QueueDisbursement(b *pgx.Batch, o Order, card uuid.UUID, at time.Time) {
	b.Queue(`
		INSERT INTO disbursement (order_id, attempt, reference, bank_card_id, amount, currency, state, created_at)
		SELECT $1, n, $2 || '-' || n, $3, $4, $5, 'created', $6
		FROM (SELECT COALESCE(max(attempt), 0) + 1 AS n FROM disbursement WHERE order_id = $1) next`,
		o.ID, o.OrderNo, card, o.Terms.ActualReceived(o.Principal), o.Currency, at)
}

// LiveDisbursement reads the attempt of an order that has not failed, or nil if there is none.
func LiveDisbursement(order uuid.UUID) postgres.Query[*Disbursement] {
	return postgres.Row[Disbursement]("loan: disbursement", `SELECT `+disbursementColumns+` FROM disbursement WHERE order_id = $1 AND state <> 'failed'`, order)
}

// DisbursementByID reads an attempt, or returns reason.NotFound if there is none.
func DisbursementByID(id uuid.UUID) postgres.Query[Disbursement] {
	return postgres.OneRow[Disbursement]("loan: disbursement", reason.NotFound, `SELECT `+disbursementColumns+` FROM disbursement WHERE id = $1`, id)
}

// DisbursementBy finds the attempt with a reference, or nil if there is none.
func DisbursementBy(reference string) postgres.Query[*Disbursement] {
	return postgres.Row[Disbursement]("loan: disbursement", `SELECT `+disbursementColumns+` FROM disbursement WHERE reference = $1`, reference)
}

// ReturnBooked returns a condition that a bank reference belongs to a booked return of a payout. reference names its column in the
// surrounding statement.
func ReturnBooked(reference string) string {
	return `EXISTS (SELECT FROM disbursement_return WHERE reference = ` + reference + `)`
}

// QueueDisbursementReturn records that the money of a successful attempt was returned, less a fee. reference is the bank's, day is
// the date on which the bank booked it, if known, and payment is the payment that reported it, or nil. The batch fails if the
// attempt or the reference already has a return.
func QueueDisbursementReturn(b *pgx.Batch, id uuid.UUID, reference string, fee int64, day money.Date, payment *uuid.UUID, at time.Time) {
	b.Queue(`INSERT INTO disbursement_return (disbursement_id, reference, fee, bank_day, payment_id, booked_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		id, reference, fee, day, payment, at)
}

// ReturnedByHand reports whether an operator, and not the gateway, recorded that the payout of an order was returned.
func ReturnedByHand(order uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("loan: returned by hand",
		`SELECT EXISTS (SELECT FROM order_event WHERE order_id = $1 AND event = $2 AND actor <> $3)`, order, PayoutReturned, ByBank)
}

// QueueCorrectReturn corrects the reference and the bank day of a return, and the payment that reported it (nil for none).
func QueueCorrectReturn(b *pgx.Batch, id uuid.UUID, reference string, day money.Date, payment *uuid.UUID) {
	b.Queue(`UPDATE disbursement_return SET reference = $2, bank_day = $3, payment_id = $4 WHERE disbursement_id = $1`, id, reference, day, payment)
}

// SetDisbursementReturnBankDay corrects the bank day of a return. It reports false if the day is already the given one.
func SetDisbursementReturnBankDay(id uuid.UUID, day money.Date) postgres.Query[bool] {
	return postgres.Changed("loan: date a return", `UPDATE disbursement_return SET bank_day = $2 WHERE disbursement_id = $1 AND bank_day IS DISTINCT FROM $2`, id, day)
}

// UnfinishedDisbursements lists at most limit attempts without an outcome that were created no later than before, with ids greater
// than after, in order of id.
func UnfinishedDisbursements(before time.Time, after uuid.UUID, limit int) postgres.Query[[]Disbursement] {
	return postgres.Rows[Disbursement]("loan: disbursements", `
		SELECT `+disbursementColumns+` FROM disbursement
		WHERE state IN ('created', 'unknown') AND created_at <= $1 AND id > $2 ORDER BY id LIMIT $3`, before, after, limit)
}

// OpenDisbursements reads a page of the attempts without an outcome, in order of id.
func OpenDisbursements(a paging.Request) postgres.Query[paging.Page[Disbursement]] {
	return paging.List("loan: disbursements", a, paging.Sort{ID: "id"}, func(d Disbursement) paging.Position { return paging.Position{ID: d.ID} },
		`SELECT `+disbursementColumns+` FROM disbursement WHERE state IN ('created', 'unknown')`)
}

// Decline records that the gateway declines an attempt. It reports false if this is already recorded or the attempt has ended.
func Decline(id uuid.UUID, at time.Time) postgres.Query[bool] {
	return postgres.Changed("loan: decline a disbursement",
		`UPDATE disbursement SET refused_at = $2 WHERE id = $1 AND state = 'unknown' AND refused_at IS NULL`, id, at)
}

// Resend allows a declined attempt to be sent again. It reports false if the attempt is not declined.
func Resend(id uuid.UUID) postgres.Query[bool] {
	return postgres.Changed("loan: resend a disbursement",
		`UPDATE disbursement SET refused_at = NULL WHERE id = $1 AND state = 'unknown' AND refused_at IS NOT NULL`, id)
}

// MarkUnknown records, before the bank is asked, that the outcome is unknown until the bank reports it. It returns ErrState if
// another run has asked the bank or ended the attempt in the meantime: then the caller must not ask.
func MarkUnknown(ctx context.Context, db postgres.DB, id uuid.UUID) error {
	tag, err := db.Exec(ctx, `UPDATE disbursement SET state = 'unknown' WHERE id = $1 AND state = 'created'`, id)
	if err != nil {
		return fmt.Errorf("loan: disbursement: %w", postgres.Reason(err))
	}
	if tag.RowsAffected() == 0 {
		return ErrState
	}
	return nil
}

// QueueFinish ends an attempt that is in state from. The batch fails with ErrState if the attempt has moved on or ended: a result
// from before the bank was asked does not apply to an attempt that has been sent since. Likewise, a failure found for a declined
// attempt does not apply after an operator has allowed it to be resent.
func QueueFinish(b *pgx.Batch, d Disbursement, from, state DisbursementState, serial, failure string, at time.Time) {
	b.Queue(`
		UPDATE disbursement SET state = $3, gateway_serial = NULLIF($4, ''), failure_reason = NULLIF($5, ''), finished_at = $6
		WHERE id = $1 AND state = $2 AND ($3 = 'succeeded' OR refused_at IS NOT DISTINCT FROM $7)`,
		d.ID, from, state, serial, failure, at, d.DeclinedAt).
		Exec(func(tag pgconn.CommandTag) error {
			if tag.RowsAffected() == 0 {
				return ErrState
			}
			return nil
		})
}
