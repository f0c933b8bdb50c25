package loan

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// DisbursementRecord is a disbursement as shown to operators, with the bank's answer and its times.
type DisbursementRecord struct {
	Attempt    int
	Reference  string
	BankCardID uuid.UUID
	Amount     int64
	Currency   money.Currency
	State      DisbursementState
	// Serial is the bank's own number, Failure the reason why it did not pay.
	Serial     string
	Failure    string
	CreatedAt  time.Time
	FinishedAt *time.Time
	// ReturnReference is the bank's reference of the returned money, and ReturnedAt the time at which we booked the return.
	ReturnedAt      *time.Time
	ReturnReference string
	// ReturnFee is the fee that the bank kept, ReturnBankDay the date on which it booked the return, or no date if unknown.
	ReturnFee     int64
	ReturnBankDay money.Date
}

// DisbursementRecords reads all disbursements of an order, ordered by attempt.
func DisbursementRecords(order uuid.UUID) postgres.Query[[]DisbursementRecord] {
	return postgres.Rows[DisbursementRecord]("loan: disbursements", `
		SELECT d.attempt, d.reference, d.bank_card_id, d.amount, d.currency, d.state, COALESCE(d.gateway_serial, '') AS serial,
			COALESCE(d.failure_reason, '') AS failure, d.created_at, d.finished_at, r.booked_at AS returned_at, COALESCE(r.reference, '') AS return_reference,
			COALESCE(r.fee, 0) AS return_fee, r.bank_day AS return_bank_day
		FROM disbursement d LEFT JOIN disbursement_return r ON r.disbursement_id = d.id WHERE order_id = $1 ORDER BY attempt`, order)
}
