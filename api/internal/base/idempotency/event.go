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

// Delivery tells whether an event id is new; it is filled when the batch is closed.
type Delivery struct {
	source, event string
	hash          []byte
	first         bool
}

// Fresh returns true for the first transaction that commits the event, and false for every copy. For a copy it queries tx: if
// the same id came before with different content, the error is IdempotencyConflict, which tells the sender that it has mixed up
// two events.
func (d *Delivery) Fresh(ctx context.Context, tx postgres.DB) (bool, error) {
	if d.first {
		return true, nil
	}
	// Events stored before hashes were added have none.
	same, err := postgres.Value[bool]("idempotency: event",
		`SELECT COALESCE(content_hash = $3, true) FROM hook_event WHERE source = $1 AND event_id = $2`, d.source, d.event, d.hash).Read(ctx, tx)
	if err == nil && !same {
		err = reason.New(reason.IdempotencyConflict)
	}
	return false, err
}

// QueueEvent records a callback's event id in the transaction of its effect; concurrent copies wait for that transaction.
// source is "payment:<gateway>", "lender:<code>" or "carrier:<service>", at is wall time. content is the decoded event: two
// events that marshal to the same JSON are copies, even if their bytes differ.
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
