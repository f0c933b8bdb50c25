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
}

// Attempts are all attempts to pay an order out, in their order.
func Attempts(order uuid.UUID) postgres.Query[[]Attempt] {
	return postgres.Rows[Attempt]("loan: attempts", `
		SELECT attempt, reference, bank_card_id, amount, currency, state, COALESCE(gateway_serial, '') AS serial,
			COALESCE(failure_reason, '') AS failure, created_at, finished_at
		FROM disbursement WHERE order_id = $1 ORDER BY attempt`, order)
}
