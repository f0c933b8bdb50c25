package idempotency

import (
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// QueueEvent notes a callback's event id in the transaction of its effect. The answer, filled when the batch is closed,
// is true for the first transaction that commits and false for every copy; copies that come meanwhile wait for it.
// source is "payment:<gateway>" or "lender:<code>", at is wall time.
func QueueEvent(b *pgx.Batch, source, event string, at time.Time) *bool {
	first := new(bool)
	b.Queue(`INSERT INTO hook_event (source, event_id, received_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, source, event, at).
		Exec(func(tag pgconn.CommandTag) error {
			*first = tag.RowsAffected() == 1
			return nil
		})
	return first
}
