package repay

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// RefundState is where a refund stands. Unknown was sent and is looked up before it is sent again.
type RefundState string

// The states of a refund.
const (
	RefundCreated   RefundState = "created"
	RefundUnknown   RefundState = "unknown"
	RefundSucceeded RefundState = "succeeded"
	RefundFailed    RefundState = "failed"
	// RefundReturned had succeeded, and the receiver's bank sent the money back.
	RefundReturned RefundState = "returned"
)

// Undone tells that its money is here: it failed, or came back.
func (s RefundState) Undone() bool { return s == RefundFailed || s == RefundReturned }

// heardOf is when a refund r was made, or came back.
const heardOf = `COALESCE(r.returned_at, r.created_at)`

// PaymentReversed is why a refund failed that was not to be sent any more: its payment was taken back.
const PaymentReversed = "payment_reversed"

// Refund is an overpayment, or money that nobody could place, on its way back: to where it came from, or to a card of the
// borrower's where that takes none any more.
type Refund struct {
	ID uuid.UUID
	// OrderID is zero for a payment that waits in suspense.
	OrderID   uuid.UUID
	PaymentID uuid.UUID
	Amount    int64
	Currency  money.Currency
	// Reference is what the gateway knows it by. Left empty where a refund is written, it is made of the payment's own, of how
	// many refunds that has, and of how often its money was taken out of an order: a database that goes back to a backup asks for the
	// same again under the same name, and not for more.
	Reference     string
	State         RefundState
	FailureReason string
	CreatedAt     time.Time
	FinishedAt    *time.Time
	// BankDay is the day on which the bank booked it; no date where it has not said.
	BankDay money.Date
	// DeclinedAt is since when the gateway will not take it and no look-up knows of it.
	DeclinedAt *time.Time
	// BankCardID is the card that it goes to; nil for where its payment came from.
	BankCardID *uuid.UUID
	// ReturnReference is the bank's name for the money where it came back after it had gone, which was at ReturnedAt.
	ReturnedAt      *time.Time
	ReturnReference string
	// ReturnFee is what the bank kept of it then, ReturnBankDay the day on which it booked that; no date where nobody has said.
	ReturnFee     int64
	ReturnBankDay money.Date
	// SetOff tells that no money went: the payer owed as much for a part of the payment that the bank had taken back.
	SetOff bool
	// PaidByHand tells that a person has paid it past the gateway: its reference is the bank's then, and none of ours.
	PaidByHand bool
}

// referencePrefix stands in front of a reference of ours, which is a UUID behind it.
const referencePrefix = "RF"

const refundColumns = `r.id, COALESCE(r.order_id, '00000000-0000-0000-0000-000000000000') AS order_id, r.payment_id, r.amount, r.currency, r.reference, r.state,
	COALESCE(r.failure_reason, '') AS failure_reason, r.created_at, r.finished_at, r.bank_day, r.refused_at AS declined_at, r.bank_card_id, r.returned_at,
	COALESCE(r.return_reference, '') AS return_reference, r.return_fee, r.return_bank_day, r.set_off,
	r.paid_by_hand`

// QueueRefund writes a refund that is to be sent.
func QueueRefund(b *pgx.Batch, r Refund) { insertRefund(b, r, RefundCreated, nil) }

// QueuePaidRefund writes a refund that was paid by hand, or set off, as it was created.
func QueuePaidRefund(b *pgx.Batch, r Refund) { insertRefund(b, r, RefundSucceeded, &r.CreatedAt) }

func insertRefund(b *pgx.Batch, r Refund, state RefundState, finished *time.Time) {
	b.Queue(`
		WITH RECURSIVE unmatched AS (
			SELECT payment_id FROM payment_unmatch WHERE became = $3
			UNION ALL SELECT before.payment_id FROM unmatched JOIN payment_unmatch before ON before.became = unmatched.payment_id
		)
		INSERT INTO refund (id, order_id, payment_id, amount, currency, reference, bank_card_id, state, created_at, finished_at, bank_day, set_off, paid_by_hand)
		VALUES ($1, NULLIF($2, '00000000-0000-0000-0000-000000000000'::uuid), $3, $4, $5, COALESCE(NULLIF($6, ''), (
			SELECT '`+referencePrefix+`' || md5(concat_ws(' ', gateway, gateway_reference, (SELECT count(*) FROM refund WHERE payment_id = $3),
				(SELECT 'unmatched ' || NULLIF(count(*), 0) FROM unmatched)))::uuid
			FROM payment WHERE id = $3)), $7, $8, $9, $10, $11, $12, $13)`,
		r.ID, r.OrderID, r.PaymentID, r.Amount, r.Currency, r.Reference, r.BankCardID, state, r.CreatedAt, finished, r.BankDay, r.SetOff, r.PaidByHand)
}

// QueueCancelRefunds ends the refunds of a loan that have not been sent, because a payment of it is taken back and what
// was too much may be owed again. A payment that has been taken back already ends none: the report is a repeat.
func QueueCancelRefunds(b *pgx.Batch, order, payment uuid.UUID, at time.Time) {
	b.Queue(cancelRefunds, order, payment, at)
}

// QueueCancelRefundsOfWhole is QueueCancelRefunds for a report that a whole payment is taken back. Where a part of it is gone
// already the report changes nothing before a person has decided, and ends no refund.
func QueueCancelRefundsOfWhole(b *pgx.Batch, order, payment uuid.UUID, at time.Time) {
	b.Queue(cancelRefunds+` AND NOT EXISTS (SELECT FROM partial_reversal WHERE payment_id = $2 AND booked)`, order, payment, at)
}

const cancelRefunds = `
	UPDATE refund SET state = 'failed', failure_reason = '` + PaymentReversed + `', finished_at = $3
	WHERE order_id = $1 AND state = 'created' AND NOT EXISTS (SELECT FROM payment_reversal WHERE payment_id = $2)`

// QueueCancelRefund ends the refund of one payment that has not been sent.
func QueueCancelRefund(b *pgx.Batch, payment uuid.UUID, at time.Time) {
	b.Queue(`
		UPDATE refund SET state = 'failed', failure_reason = '`+PaymentReversed+`', finished_at = $2
		WHERE payment_id = $1 AND state = 'created'`, payment, at)
}

// CancelReturn ends the return of a payment out of suspense that has not been sent; false when it has.
func CancelReturn(ctx context.Context, tx pgx.Tx, payment uuid.UUID, at time.Time) (bool, error) {
	tag, err := tx.Exec(ctx, `
		UPDATE refund SET state = 'failed', failure_reason = '`+PaymentReversed+`', finished_at = $2
		WHERE payment_id = $1 AND order_id IS NULL AND state = 'created'`, payment, at)
	if err != nil {
		return false, fmt.Errorf("repay: refund: %w", postgres.Reason(err))
	}
	return tag.RowsAffected() == 1, nil
}

// BeginRefund marks a refund as sent before it is, so that whoever comes after a crash asks the bank first. first tells
// that nobody has sent it before.
func BeginRefund(ctx context.Context, db postgres.DB, refund uuid.UUID) (r Refund, first bool, err error) {
	tag, err := db.Exec(ctx, `UPDATE refund SET state = 'unknown' WHERE id = $1 AND state = 'created'`, refund)
	if err != nil {
		return Refund{}, false, fmt.Errorf("repay: refund: %w", postgres.Reason(err))
	}
	r, err = RefundByID(refund).Read(ctx, db)
	return r, tag.RowsAffected() == 1, err
}

// FinishRefund writes what became of a refund that was sent, and its BankDay; false when somebody else has written it, or a person
// has let a declined one go again since it was read, so that nobody knows that it came to nothing.
func FinishRefund(r Refund, state RefundState, why string, at time.Time) postgres.Query[bool] {
	return postgres.Changed("repay: finish a refund", `
		UPDATE refund SET state = $2, failure_reason = NULLIF($3, ''), finished_at = $4, bank_day = $6
		WHERE id = $1 AND state = 'unknown' AND ($2 = 'succeeded' OR refused_at IS NOT DISTINCT FROM $5)`,
		r.ID, state, why, at, r.DeclinedAt, r.BankDay)
}

// DeclineRefund notes that the gateway will not take a refund; false when that is known, or it has ended.
func DeclineRefund(refund uuid.UUID, at time.Time) postgres.Query[bool] {
	return postgres.Changed("repay: decline a refund",
		`UPDATE refund SET refused_at = $2 WHERE id = $1 AND state = 'unknown' AND refused_at IS NULL`, refund, at)
}

// ResendRefund lets a declined refund be sent again; false when it is not one.
func ResendRefund(refund uuid.UUID) postgres.Query[bool] {
	return postgres.Changed("repay: resend a refund",
		`UPDATE refund SET refused_at = NULL WHERE id = $1 AND state = 'unknown' AND refused_at IS NOT NULL`, refund)
}

// ReturnRefund notes that the money of a refund that had succeeded came back less a fee, under a reference of the bank's and on a
// day of its books where that is known, and which payment it was reported as; nil for none. false when the refund has not succeeded,
// or came back before. A reference is booked once: the batch fails otherwise.
func ReturnRefund(refund uuid.UUID, reference string, fee int64, day money.Date, payment *uuid.UUID, at time.Time) postgres.Query[bool] {
	return postgres.Changed("repay: return a refund", `
		UPDATE refund SET state = 'returned', returned_at = $5, return_reference = $2, return_fee = $3, return_bank_day = $6, return_payment_id = $4
		WHERE id = $1 AND state = 'succeeded' AND NOT set_off`, refund, reference, fee, payment, at, day)
}

// QueueCorrectRefund puts the reference right of a refund that was paid past the gateway, with the day on which the bank booked it.
func QueueCorrectRefund(b *pgx.Batch, refund uuid.UUID, reference string, day money.Date) {
	b.Queue(`UPDATE refund SET reference = $2, bank_day = $3 WHERE id = $1`, refund, reference, day)
}

// QueueCorrectRefundReturn puts the reference right under which the money of a refund came back, with its day, and the payment that it was
// reported as; nil for none.
func QueueCorrectRefundReturn(b *pgx.Batch, refund uuid.UUID, reference string, day money.Date, payment *uuid.UUID) {
	b.Queue(`UPDATE refund SET return_reference = $2, return_bank_day = $3, return_payment_id = $4 WHERE id = $1`, refund, reference, day, payment)
}

// DateRefund puts the day right on which the bank booked a refund that was paid past the gateway, DateRefundReturn that of one that came
// back; false where it is that.
func DateRefund(refund uuid.UUID, day money.Date) postgres.Query[bool] {
	return postgres.Changed("repay: date a refund", `UPDATE refund SET bank_day = $2 WHERE id = $1 AND bank_day IS DISTINCT FROM $2`, refund, day)
}

// DateRefundReturn is at DateRefund.
func DateRefundReturn(refund uuid.UUID, day money.Date) postgres.Query[bool] {
	return postgres.Changed("repay: date a return", `UPDATE refund SET return_bank_day = $2 WHERE id = $1 AND return_bank_day IS DISTINCT FROM $2`, refund, day)
}

// RefundReturnBooked is the condition that a reference of the bank's, by its name in the statement around it, is that of a refund's
// money that came back, and is in the books.
func RefundReturnBooked(reference string) string {
	return `EXISTS (SELECT FROM refund WHERE return_reference = ` + reference + `)`
}

// UnfinishedRefunds lists a page of the refunds that were made before a time and have no outcome, in the order of their
// ids after one.
func UnfinishedRefunds(before time.Time, after uuid.UUID, limit int) postgres.Query[[]Refund] {
	return refunds(`r.state IN ('created', 'unknown') AND r.created_at <= $1 AND r.id > $2 ORDER BY r.id LIMIT $3`, before, after, limit)
}

// RefundByReference reads a refund by our name for it; reason.NotFound when there is none.
func RefundByReference(reference string) postgres.Query[Refund] {
	return oneRefund(`r.reference = $1`, reference)
}

// RefundBy looks for the refund of a reference of ours; nil when there is none.
func RefundBy(reference string) postgres.Query[*Refund] {
	return postgres.Row[Refund]("repay: refund", `SELECT `+refundColumns+` FROM refund r WHERE r.reference = $1`, reference)
}

// RefundByID reads a refund; reason.NotFound when there is none.
func RefundByID(refund uuid.UUID) postgres.Query[Refund] { return oneRefund(`r.id = $1`, refund) }

func oneRefund(where string, args ...any) postgres.Query[Refund] {
	return postgres.OneRow[Refund]("repay: refund", reason.NotFound, `SELECT `+refundColumns+` FROM refund r WHERE `+where, args...)
}

// RefundsOf reads the refunds of orders, by order, the oldest first.
func RefundsOf(orders ...uuid.UUID) postgres.Query[map[uuid.UUID][]Refund] {
	return postgres.Then(refunds(`r.order_id = ANY($1) ORDER BY r.created_at, r.id`, orders), func(rows []Refund) (map[uuid.UUID][]Refund, error) {
		all := map[uuid.UUID][]Refund{}
		for _, r := range rows {
			all[r.OrderID] = append(all[r.OrderID], r)
		}
		return all, nil
	})
}

func refunds(where string, args ...any) postgres.Query[[]Refund] {
	return postgres.Rows[Refund]("repay: refunds", `SELECT `+refundColumns+` FROM refund r WHERE `+where, args...)
}

// RefundFailedSince is the condition that a refund of an order has failed, or came back, from an instant on, by the names of both
// in the statement around it: its money counts again, from the value date of its payment. For the OFFSET see loan.EarningIn.
func RefundFailedSince(order, since string) string {
	return `EXISTS (SELECT FROM refund r WHERE r.order_id = ` + order + `
		AND (r.state = 'failed' AND r.finished_at >= ` + since + ` OR r.returned_at >= ` + since + `) OFFSET 0)`
}

// CountsAgainSince is since when the money of a refund that came to nothing is here again; nil while it is on its way, or away.
func (r Refund) CountsAgainSince() *time.Time {
	if r.State == RefundFailed {
		return r.FinishedAt
	}
	return r.ReturnedAt
}

// RefundOf reads the refund of a payment that was made, or came back, last, and was not set off; nil when there is none.
func RefundOf(payment uuid.UUID) postgres.Query[*Refund] {
	return postgres.Row[Refund]("repay: refund",
		`SELECT `+refundColumns+` FROM refund r WHERE r.payment_id = $1 AND NOT r.set_off ORDER BY `+heardOf+` DESC, r.id DESC LIMIT 1`, payment)
}
