package loan

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// DisbursementRecord is a disbursement as an operator reads it: with what the bank said, and when.
type DisbursementRecord struct {
	Attempt    int
	Reference  string
	BankCardID uuid.UUID
	Amount     int64
	Currency   money.Currency
	State      DisbursementState
	// Serial is the bank's own number; Failure why it did not pay.
	Serial     string
	Failure    string
	CreatedAt  time.Time
	FinishedAt *time.Time
	// ReturnReference is the bank's name for the money where it came back, which was at ReturnedAt.
	ReturnedAt      *time.Time
	ReturnReference string
	// ReturnFee is what the bank kept of it then, ReturnBankDay the day on which it booked that; no date where nobody has said.
	ReturnFee     int64
	ReturnBankDay money.Date
}

// DisbursementRecords are all disbursements of an order, in the order of their attempts.
func DisbursementRecords(order uuid.UUID) postgres.Query[[]DisbursementRecord] {
	return postgres.Rows[DisbursementRecord]("loan: disbursements", `
		SELECT d.attempt, d.reference, d.bank_card_id, d.amount, d.currency, d.state, COALESCE(d.gateway_serial, '') AS serial,
			COALESCE(d.failure_reason, '') AS failure, d.created_at, d.finished_at, r.booked_at AS returned_at, COALESCE(r.reference, '') AS return_reference,
			COALESCE(r.fee, 0) AS return_fee, r.bank_day AS return_bank_day
		FROM disbursement d LEFT JOIN disbursement_return r ON r.disbursement_id = d.id WHERE order_id = $1 ORDER BY attempt`, order)
}
