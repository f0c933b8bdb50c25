package loan

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// HistoryEntry is an event of an order as shown to operators, with its actor.
type HistoryEntry struct {
	Event  Event
	From   Status
	To     Status
	Actor  string
	At     time.Time
	Detail map[string]any
}

// History reads the events of an order, oldest first.
func History(order uuid.UUID) postgres.Query[[]HistoryEntry] {
	return postgres.Rows[HistoryEntry]("loan: history", `
		SELECT event, from_status AS "from", to_status AS "to", actor, at, detail FROM order_event WHERE order_id = $1 ORDER BY at, id`, order)
}
