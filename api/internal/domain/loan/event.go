package loan

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Told is one line of an order's timeline.
type Told struct {
	OrderID uuid.UUID
	Event   Event
	Actor   string
	At      time.Time
	Detail  map[string]any
}

// QueueTold adds an event that changes no status.
func QueueTold(b *pgx.Batch, t Told) {
	b.Queue(`
		INSERT INTO order_event (order_id, from_status, to_status, event, detail, actor, at)
		SELECT id, status, status, $2, $3, $4, $5 FROM loan_order WHERE id = $1`,
		t.OrderID, t.Event, detail(t.Detail), t.Actor, t.At)
}

// Tell is QueueTold alone.
func Tell(ctx context.Context, db postgres.DB, t Told) error {
	b := &pgx.Batch{}
	QueueTold(b, t)
	return postgres.Reason(db.SendBatch(ctx, b).Close())
}

// Timeline is what happened to an order, oldest first.
func Timeline(ctx context.Context, db postgres.DB, order uuid.UUID) ([]Told, error) {
	rows, err := db.Query(ctx, `SELECT order_id, event, actor, at, detail FROM order_event WHERE order_id = $1 ORDER BY at, id`, order)
	if err != nil {
		return nil, fmt.Errorf("loan: timeline: %w", postgres.Reason(err))
	}
	told, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Told])
	if err != nil {
		return nil, fmt.Errorf("loan: timeline: %w", postgres.Reason(err))
	}
	return told, nil
}
