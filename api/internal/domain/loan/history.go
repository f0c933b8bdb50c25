package loan

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// HistoryEntry is one line of an order's timeline as an operator reads it: with who made it happen.
type HistoryEntry struct {
	Event  Event
	From   Status
	To     Status
	Actor  string
	At     time.Time
	Detail map[string]any
}

// History is what happened to an order, oldest first.
func History(order uuid.UUID) postgres.Query[[]HistoryEntry] {
	return postgres.Rows[HistoryEntry]("loan: history", `
		SELECT event, from_status AS "from", to_status AS "to", actor, at, detail FROM order_event WHERE order_id = $1 ORDER BY at, id`, order)
}

// Attempt is one attempt to pay an order out, with what the bank said.
type Attempt struct {
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
}

// Attempts are all attempts to pay an order out, in their order.
func Attempts(order uuid.UUID) postgres.Query[[]Attempt] {
	return postgres.Rows[Attempt]("loan: attempts", `
		SELECT d.attempt, d.reference, d.bank_card_id, d.amount, d.currency, d.state, COALESCE(d.gateway_serial, '') AS serial,
			COALESCE(d.failure_reason, '') AS failure, d.created_at, d.finished_at, r.booked_at AS returned_at, COALESCE(r.reference, '') AS return_reference
		FROM disbursement d LEFT JOIN disbursement_return r ON r.disbursement_id = d.id WHERE order_id = $1 ORDER BY attempt`, order)
}
