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

// RefundState is the state of a refund. RefundUnknown means that it was sent; it is looked up before it is sent again.
type RefundState string

// The states of a refund.
const (
	RefundCreated   RefundState = "created"
	RefundUnknown   RefundState = "unknown"
	RefundSucceeded RefundState = "succeeded"
	RefundFailed    RefundState = "failed"
	// RefundReturned means that the refund succeeded and the receiver's bank returned the money later.
	RefundReturned RefundState = "returned"
)

// Undone reports whether we have the money of the refund again: it failed or was returned.
func (s RefundState) Undone() bool { return s == RefundFailed || s == RefundReturned }

// PaymentReversed is the failure reason of a refund that was cancelled because its payment was reversed.
const PaymentReversed = "payment_reversed"

// Refund returns an overpayment, or a payment that could not be matched, to the account it came from, or to a bank card of the
// borrower if that account no longer accepts money.
type Refund struct {
	ID uuid.UUID
	// OrderID is uuid.Nil for a payment in suspense.
	OrderID   uuid.UUID
	PaymentID uuid.UUID
	Amount    int64
	Currency  money.Currency
	// Reference is our reference for the gateway. If it is empty when a refund is inserted, it is derived from the payment's
	// reference, the number of its refunds and the number of times it was unmatched. So a database restored from a backup sends
	// the same refund under the same reference, and the money is not sent twice.
	Reference     string
	State         RefundState
	FailureReason string
	CreatedAt     time.Time
	FinishedAt    *time.Time
	// BankDay is the bank's booking day, or no date if unknown.
	BankDay money.Date
	// DeclinedAt is the time since when the gateway declines the refund and a look-up does not find it.
	DeclinedAt *time.Time
	// BankCardID is the bank card that receives the refund, or nil for the account that the payment came from.
	BankCardID *uuid.UUID
	// ReturnReference is the bank's reference of the returned money, and ReturnedAt the time at which we booked the return.
	ReturnedAt      *time.Time
	ReturnReference string
	// ReturnFee is the fee that the bank kept, ReturnBankDay the bank's booking day of the return, or no date if unknown.
	ReturnFee     int64
	ReturnBankDay money.Date
	// SetOff means that no money was sent: the payer owed the same amount for a reversed part of the payment.
	SetOff bool
	// PaidByHand means that an operator paid the refund outside the gateway. Reference is then the bank's, not ours.
	PaidByHand bool
}

// referencePrefix is the prefix of our references. A UUID follows it.
const referencePrefix = "RF"

const refundColumns = `r.id, COALESCE(r.order_id, '00000000-0000-0000-0000-000000000000') AS order_id, r.payment_id, r.amount, r.currency, r.reference, r.state,
	COALESCE(r.failure_reason, '') AS failure_reason, r.created_at, r.finished_at, r.bank_day, r.refused_at AS declined_at, r.bank_card_id, r.returned_at,
	COALESCE(r.return_reference, '') AS return_reference, r.return_fee, r.return_bank_day, r.set_off,
	r.paid_by_hand`

// QueueRefund inserts a refund to be sent.
func QueueRefund(b *pgx.Batch, r Refund) { insertRefund(b, r, RefundCreated, nil) }

// QueuePaidRefund inserts a refund that was paid by hand or set off, as successful at its time of creation.
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

// QueueCancelRefunds cancels the unsent refunds of a loan, because a payment of the loan is reversed and the overpaid amount may
// be owed again. It does nothing if the payment was reversed before, because the report is then a repetition.
func QueueCancelRefunds(b *pgx.Batch, order, payment uuid.UUID, at time.Time) {
	b.Queue(cancelRefunds, order, payment, at)
}

// QueueCancelRefundsOfWhole is QueueCancelRefunds for the reversal of a whole payment. If a part of the payment was reversed
// before, the report has no effect until an operator decides, so no refund is cancelled.
func QueueCancelRefundsOfWhole(b *pgx.Batch, order, payment uuid.UUID, at time.Time) {
	b.Queue(cancelRefunds+` AND NOT EXISTS (SELECT FROM partial_reversal WHERE payment_id = $2 AND booked)`, order, payment, at)
}

const cancelRefunds = `
	UPDATE refund SET state = 'failed', failure_reason = '` + PaymentReversed + `', finished_at = $3
	WHERE order_id = $1 AND state = 'created' AND NOT EXISTS (SELECT FROM payment_reversal WHERE payment_id = $2)`

// QueueCancelRefund cancels the unsent refund of one payment.
func QueueCancelRefund(b *pgx.Batch, payment uuid.UUID, at time.Time) {
	b.Queue(`
		UPDATE refund SET state = 'failed', failure_reason = '`+PaymentReversed+`', finished_at = $2
		WHERE payment_id = $1 AND state = 'created'`, payment, at)
}

// CancelReturn cancels the unsent return of a payment in suspense. It reports false if there is none that is unsent.
func CancelReturn(ctx context.Context, tx pgx.Tx, payment uuid.UUID, at time.Time) (bool, error) {
	tag, err := tx.Exec(ctx, `
		UPDATE refund SET state = 'failed', failure_reason = '`+PaymentReversed+`', finished_at = $2
		WHERE payment_id = $1 AND order_id IS NULL AND state = 'created'`, payment, at)
	if err != nil {
		return false, fmt.Errorf("repay: refund: %w", postgres.Reason(err))
	}
	return tag.RowsAffected() == 1, nil
}

// BeginRefund marks a refund as sent before it is sent, so that after a crash the bank is asked first. first reports whether it
// was not marked before.
func BeginRefund(ctx context.Context, db postgres.DB, refund uuid.UUID) (r Refund, first bool, err error) {
	tag, err := db.Exec(ctx, `UPDATE refund SET state = 'unknown' WHERE id = $1 AND state = 'created'`, refund)
	if err != nil {
		return Refund{}, false, fmt.Errorf("repay: refund: %w", postgres.Reason(err))
	}
	r, err = RefundByID(refund).Read(ctx, db)
	return r, tag.RowsAffected() == 1, err
}

// FinishRefund stores the outcome of a refund that was sent, and its BankDay. It reports false if the outcome is already stored,
// or if state is a failure and an operator has allowed a declined refund to be resent since it was read.
func FinishRefund(r Refund, state RefundState, why string, at time.Time) postgres.Query[bool] {
	return postgres.Changed("repay: finish a refund", `
		UPDATE refund SET state = $2, failure_reason = NULLIF($3, ''), finished_at = $4, bank_day = $6
		WHERE id = $1 AND state = 'unknown' AND ($2 = 'succeeded' OR refused_at IS NOT DISTINCT FROM $5)`,
		r.ID, state, why, at, r.DeclinedAt, r.BankDay)
}

// DeclineRefund records that the gateway declines a refund. It reports false if this is already recorded or the refund has ended.
func DeclineRefund(refund uuid.UUID, at time.Time) postgres.Query[bool] {
	return postgres.Changed("repay: decline a refund",
		`UPDATE refund SET refused_at = $2 WHERE id = $1 AND state = 'unknown' AND refused_at IS NULL`, refund, at)
}

// ResendRefund allows a declined refund to be sent again. It reports false if the refund is not declined.
func ResendRefund(refund uuid.UUID) postgres.Query[bool] {
	return postgres.Changed("repay: resend a refund",
		`UPDATE refund SET refused_at = NULL WHERE id = $1 AND state = 'unknown' AND refused_at IS NOT NULL`, refund)
}

// ReturnRefund records that the money of a successful refund was returned, less a fee. reference is the bank's, day is its booking
// day, if known, and payment is the payment that reported it, or nil. It reports false if the refund is not in state
// RefundSucceeded or was set off. It fails if the reference is already booked.
func ReturnRefund(refund uuid.UUID, reference string, fee int64, day money.Date, payment *uuid.UUID, at time.Time) postgres.Query[bool] {
	return postgres.Changed("repay: return a refund", `
		UPDATE refund SET state = 'returned', returned_at = $5, return_reference = $2, return_fee = $3, return_bank_day = $6, return_payment_id = $4
		WHERE id = $1 AND state = 'succeeded' AND NOT set_off`, refund, reference, fee, payment, at, day)
}

// QueueCorrectRefund corrects the reference and the bank day of a refund that was paid by hand.
func QueueCorrectRefund(b *pgx.Batch, refund uuid.UUID, reference string, day money.Date) {
	b.Queue(`UPDATE refund SET reference = $2, bank_day = $3 WHERE id = $1`, refund, reference, day)
}

// QueueCorrectRefundReturn corrects the reference and the bank day of a returned refund, and the payment that reported it (nil for none).
func QueueCorrectRefundReturn(b *pgx.Batch, refund uuid.UUID, reference string, day money.Date, payment *uuid.UUID) {
	b.Queue(`UPDATE refund SET return_reference = $2, return_bank_day = $3, return_payment_id = $4 WHERE id = $1`, refund, reference, day, payment)
}

// SetRefundBankDay corrects the bank day of a refund that was paid by hand. It reports false if the day is already the given one.
func SetRefundBankDay(refund uuid.UUID, day money.Date) postgres.Query[bool] {
	return postgres.Changed("repay: date a refund", `UPDATE refund SET bank_day = $2 WHERE id = $1 AND bank_day IS DISTINCT FROM $2`, refund, day)
}

// SetRefundReturnBankDay corrects the bank day of a refund's return. It reports false if the day is already the given one.
func SetRefundReturnBankDay(refund uuid.UUID, day money.Date) postgres.Query[bool] {
	return postgres.Changed("repay: date a return", `UPDATE refund SET return_bank_day = $2 WHERE id = $1 AND return_bank_day IS DISTINCT FROM $2`, refund, day)
}

// RefundReturnBooked returns a condition that a bank reference belongs to a booked return of a refund. reference names its column
// in the surrounding statement.
func RefundReturnBooked(reference string) string {
	return `EXISTS (SELECT FROM refund WHERE return_reference = ` + reference + `)`
}

// UnfinishedRefunds lists at most limit refunds without an outcome that were created no later than before, with ids greater than
// after, in order of id.
func UnfinishedRefunds(before time.Time, after uuid.UUID, limit int) postgres.Query[[]Refund] {
	return refunds(`r.state IN ('created', 'unknown') AND r.created_at <= $1 AND r.id > $2 ORDER BY r.id LIMIT $3`, before, after, limit)
}

// RefundByReference reads a refund by its reference, or returns reason.NotFound.
func RefundByReference(reference string) postgres.Query[Refund] {
	return oneRefund(`r.reference = $1`, reference)
}

// RefundBy finds the refund with a reference, or nil if there is none.
func RefundBy(reference string) postgres.Query[*Refund] {
	return postgres.Row[Refund]("repay: refund", `SELECT `+refundColumns+` FROM refund r WHERE r.reference = $1`, reference)
}

// RefundByID reads a refund, or returns reason.NotFound.
func RefundByID(refund uuid.UUID) postgres.Query[Refund] { return oneRefund(`r.id = $1`, refund) }

func oneRefund(where string, args ...any) postgres.Query[Refund] {
	return postgres.OneRow[Refund]("repay: refund", reason.NotFound, `SELECT `+refundColumns+` FROM refund r WHERE `+where, args...)
}

// RefundsOf reads the refunds of orders, keyed by order, oldest first.
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

// RefundFailedSince returns a condition that a refund of an order failed or was returned no earlier than since, so that its money
// counts again from the value date of its payment. order and since name their columns in the surrounding statement. For the OFFSET
// see loan.AccruingIn.
func RefundFailedSince(order, since string) string {
	return `EXISTS (SELECT FROM refund r WHERE r.order_id = ` + order + `
		AND (r.state = 'failed' AND r.finished_at >= ` + since + ` OR r.returned_at >= ` + since + `) OFFSET 0)`
}

// CountsAgainSince returns since when we have the money of a failed or returned refund again, or nil if we do not have it.
func (r Refund) CountsAgainSince() *time.Time {
	if r.State == RefundFailed {
		return r.FinishedAt
	}
	return r.ReturnedAt
}

// RefundOf reads the refund of a payment that was created or returned last and was not set off, or nil if there is none.
func RefundOf(payment uuid.UUID) postgres.Query[*Refund] {
	return postgres.Row[Refund]("repay: refund",
		`SELECT `+refundColumns+` FROM refund r WHERE r.payment_id = $1 AND NOT r.set_off ORDER BY COALESCE(r.returned_at, r.created_at) DESC, r.id DESC LIMIT 1`, payment)
}
