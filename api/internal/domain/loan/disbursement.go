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

// DisbursementState is what is known of an attempt to pay an order out.
type DisbursementState string

// The states of an attempt.
const (
	// DisbursementCreated: the bank has not been asked.
	DisbursementCreated DisbursementState = "created"
	// DisbursementUnknown: the bank may have been asked. It is asked what it knows before it is asked again.
	DisbursementUnknown       DisbursementState = "unknown"
	DisbursementSucceeded     DisbursementState = "succeeded"
	DisbursementAttemptFailed DisbursementState = "failed"
)

// Disbursement is one attempt to pay an order out.
type Disbursement struct {
	ID      uuid.UUID
	OrderID uuid.UUID
	Attempt int
	// Reference is our name for the transfer; the bank pays a reference once.
	Reference  string
	BankCardID uuid.UUID
	// Amount is what the borrower receives, in minor units.
	Amount    int64
	Currency  money.Currency
	State     DisbursementState
	CreatedAt time.Time
	// DeclinedAt is since when the gateway will not take it and no look-up knows of it; the column is older than the word.
	DeclinedAt *time.Time
	// ReturnReference is the bank's name for the money where it came back after it had gone; empty otherwise.
	ReturnReference string
	// ReturnFee is what the bank kept of it then.
	ReturnFee int64
}

const disbursementColumns = `id, order_id, attempt, reference, bank_card_id, amount, currency, state, created_at, refused_at AS declined_at,
	COALESCE((SELECT r.reference FROM disbursement_return r WHERE r.disbursement_id = disbursement.id), '') AS return_reference,
	COALESCE((SELECT r.fee FROM disbursement_return r WHERE r.disbursement_id = disbursement.id), 0) AS return_fee`

// QueueDisbursement writes the next attempt for an order. There is never more than one that has not failed: the
// database sees to it.
func QueueDisbursement(b *pgx.Batch, o Order, card uuid.UUID, at time.Time) {
	b.Queue(`
		INSERT INTO disbursement (order_id, attempt, reference, bank_card_id, amount, currency, state, created_at)
		SELECT $1, n, $2 || '-' || n, $3, $4, $5, 'created', $6
		FROM (SELECT COALESCE(max(attempt), 0) + 1 AS n FROM disbursement WHERE order_id = $1) next`,
		o.ID, o.OrderNo, card, o.Terms.ActualReceived(o.Principal), o.Currency, at)
}

// LiveDisbursement is the attempt of an order that has not failed; nil when there is none.
func LiveDisbursement(order uuid.UUID) postgres.Query[*Disbursement] {
	return postgres.Row[Disbursement]("loan: disbursement", `SELECT `+disbursementColumns+` FROM disbursement WHERE order_id = $1 AND state <> 'failed'`, order)
}

// DisbursementByID reads an attempt; reason.NotFound when there is none.
func DisbursementByID(id uuid.UUID) postgres.Query[Disbursement] {
	return postgres.OneRow[Disbursement]("loan: disbursement", reason.NotFound, `SELECT `+disbursementColumns+` FROM disbursement WHERE id = $1`, id)
}

// DisbursementBy looks for the attempt of a reference; nil when there is none.
func DisbursementBy(reference string) postgres.Query[*Disbursement] {
	return postgres.Row[Disbursement]("loan: disbursement", `SELECT `+disbursementColumns+` FROM disbursement WHERE reference = $1`, reference)
}

// ReturnBooked is the condition that a reference of the bank's, by its name in the statement around it, is that of a payout's money
// that came back, and is in the books.
func ReturnBooked(reference string) string {
	return `EXISTS (SELECT FROM disbursement_return WHERE reference = ` + reference + `)`
}

// QueueDisbursementReturn notes that the money of an attempt that had succeeded came back less a fee, under a reference of the
// bank's and on a day of its books where that is known, and which payment it was reported as; nil for none. An attempt comes back
// once, and so does a reference: the batch fails otherwise.
func QueueDisbursementReturn(b *pgx.Batch, id uuid.UUID, reference string, fee int64, day money.Date, payment *uuid.UUID, at time.Time) {
	b.Queue(`INSERT INTO disbursement_return (disbursement_id, reference, fee, bank_day, payment_id, booked_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		id, reference, fee, day, payment, at)
}

// ReturnedByHand tells whether an operator said that the payout of an order came back, and no gateway did.
func ReturnedByHand(order uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("loan: returned by hand",
		`SELECT EXISTS (SELECT FROM order_event WHERE order_id = $1 AND event = $2 AND actor <> $3)`, order, PayoutReturned, ByBank)
}

// QueueCorrectReturn puts the reference right under which the money of an attempt came back, with its day, and the payment that it was
// reported as; nil for none.
func QueueCorrectReturn(b *pgx.Batch, id uuid.UUID, reference string, day money.Date, payment *uuid.UUID) {
	b.Queue(`UPDATE disbursement_return SET reference = $2, bank_day = $3, payment_id = $4 WHERE disbursement_id = $1`, id, reference, day, payment)
}

// DateDisbursementReturn puts the day right on which the bank booked what came back of an attempt; false where it is that.
func DateDisbursementReturn(id uuid.UUID, day money.Date) postgres.Query[bool] {
	return postgres.Changed("loan: date a return", `UPDATE disbursement_return SET bank_day = $2 WHERE disbursement_id = $1 AND bank_day IS DISTINCT FROM $2`, id, day)
}

// UnfinishedDisbursements lists a page of the attempts that were written down before a time and have no outcome, in the
// order of their ids after one.
func UnfinishedDisbursements(before time.Time, after uuid.UUID, limit int) postgres.Query[[]Disbursement] {
	return postgres.Rows[Disbursement]("loan: disbursements", `
		SELECT `+disbursementColumns+` FROM disbursement
		WHERE state IN ('created', 'unknown') AND created_at <= $1 AND id > $2 ORDER BY id LIMIT $3`, before, after, limit)
}

// OpenDisbursements reads a page of the attempts that have no outcome, in the order of their ids.
func OpenDisbursements(a paging.Request) postgres.Query[paging.Page[Disbursement]] {
	return paging.List("loan: disbursements", a, paging.Sort{ID: "id"}, func(d Disbursement) paging.Position { return paging.Position{ID: d.ID} },
		`SELECT `+disbursementColumns+` FROM disbursement WHERE state IN ('created', 'unknown')`)
}

// Decline notes that the gateway will not take an attempt; false when that is known, or the attempt has ended.
func Decline(id uuid.UUID, at time.Time) postgres.Query[bool] {
	return postgres.Changed("loan: decline a disbursement",
		`UPDATE disbursement SET refused_at = $2 WHERE id = $1 AND state = 'unknown' AND refused_at IS NULL`, id, at)
}

// Resend lets a declined attempt be sent again; false when it is not one.
func Resend(id uuid.UUID) postgres.Query[bool] {
	return postgres.Changed("loan: resend a disbursement",
		`UPDATE disbursement SET refused_at = NULL WHERE id = $1 AND state = 'unknown' AND refused_at IS NOT NULL`, id)
}

// MarkUnknown notes, before the bank is asked, that from now on the outcome is unknown until the bank has said it.
// ErrState says that another run has asked, or has ended the attempt, in the meantime: then this one must not ask.
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

// QueueFinish ends an attempt that stands at from. One that has gone on, or has ended, fails the batch with ErrState:
// what was found out before the bank was asked says nothing about an attempt that has reached it since. Nor does what was found
// out of a declined attempt say that one came to nothing which a person has let go again meanwhile.
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
