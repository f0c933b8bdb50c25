package idempotency

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Delivery is how an event id was met; it is filled when the batch is closed.
type Delivery struct {
	source, event string
	hash          []byte
	first         bool
}

// Fresh is true for the first transaction that commits, and false for every copy, of which it asks tx. An id that came before
// with another content is IdempotencyConflict: the sender has mixed two events up, and has to hear of it.
func (d *Delivery) Fresh(ctx context.Context, tx postgres.DB) (bool, error) {
	if d.first {
		return true, nil
	}
	// Events from before hashes were kept have none.
	same, err := postgres.Value[bool]("idempotency: event",
		`SELECT COALESCE(content_hash = $3, true) FROM hook_event WHERE source = $1 AND event_id = $2`, d.source, d.event, d.hash).Read(ctx, tx)
	if err == nil && !same {
		err = reason.New(reason.IdempotencyConflict)
	}
	return false, err
}

// QueueEvent notes a callback's event id in the transaction of its effect; copies that come meanwhile wait for it.
// source is "payment:<gateway>", "lender:<code>" or "carrier:<service>", at is wall time. content is what the event says: two that marshal
// alike are copies, whatever their bytes were.
func QueueEvent(b *pgx.Batch, source, event string, content any, at time.Time) (*Delivery, error) {
	said, err := json.Marshal(content)
	if err != nil {
		return nil, fmt.Errorf("idempotency: event: %w", err)
	}
	hash := sha256.Sum256(said)
	d := &Delivery{source: source, event: event, hash: hash[:]}
	b.Queue(`INSERT INTO hook_event (source, event_id, content_hash, received_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
		source, event, d.hash, at).
		Exec(func(tag pgconn.CommandTag) error {
			d.first = tag.RowsAffected() == 1
			return nil
		})
	return d, nil
}
