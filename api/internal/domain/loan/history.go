package loan

import (
	"time"

	"github.com/google/uuid"

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
