package repay

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// AlarmKind is why a person has to look.
type AlarmKind string

// The alarms. RefundRefused: the bank will not take the refund as it is. RefundStuck: nobody knows for a long time what
// became of it. ReturnedAndReversed: the bank took money back that we had sent back already, so it is gone twice.
const (
	RefundRefused       AlarmKind = "refund_refused"
	RefundStuck         AlarmKind = "refund_stuck"
	ReturnedAndReversed AlarmKind = "returned_and_reversed"
)

// Alarm is something about money that no rule of ours can mend.
type Alarm struct {
	ID        uuid.UUID
	Kind      AlarmKind
	PaymentID uuid.UUID
	// RefundID is nil where no refund is the matter.
	RefundID *uuid.UUID
	Detail   string
	RaisedAt time.Time
}

// QueueAlarm raises an alarm; one that is open for the same thing stays as it is.
func QueueAlarm(b *pgx.Batch, a Alarm) {
	b.Queue(`
		INSERT INTO payment_alarm (kind, payment_id, refund_id, detail, raised_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT DO NOTHING`, a.Kind, a.PaymentID, a.RefundID, a.Detail, a.RaisedAt)
}

// OpenAlarms lists what nobody has closed, oldest first.
func OpenAlarms(ctx context.Context, db postgres.DB) ([]Alarm, error) {
	rows, err := db.Query(ctx, `
		SELECT id, kind, payment_id, refund_id, detail, raised_at FROM payment_alarm WHERE closed_at IS NULL ORDER BY raised_at, id`)
	if err != nil {
		return nil, fmt.Errorf("repay: alarms: %w", postgres.Reason(err))
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Alarm])
	if err != nil {
		return nil, fmt.Errorf("repay: alarms: %w", postgres.Reason(err))
	}
	return all, nil
}

// CloseAlarm notes what a person did about an alarm; false when it is closed already, or there is none.
func CloseAlarm(ctx context.Context, db postgres.DB, id uuid.UUID, by, note string, at time.Time) (bool, error) {
	tag, err := db.Exec(ctx, `
		UPDATE payment_alarm SET closed_at = $2, closed_by = $3, note = $4 WHERE id = $1 AND closed_at IS NULL`, id, at, by, note)
	if err != nil {
		return false, fmt.Errorf("repay: alarm: %w", postgres.Reason(err))
	}
	return tag.RowsAffected() == 1, nil
}

// QueueStuckRefunds raises an alarm for every refund that has no end since a time.
func QueueStuckRefunds(b *pgx.Batch, since, now time.Time) {
	b.Queue(`
		INSERT INTO payment_alarm (kind, payment_id, refund_id, detail, raised_at)
		SELECT 'refund_stuck', payment_id, id, reference, $2 FROM refund WHERE state IN ('created', 'unknown') AND created_at <= $1
		ON CONFLICT DO NOTHING`, since, now)
}

// UnfinishedRefunds lists the refunds without an end that were made before a time, oldest first, at most n.
func UnfinishedRefunds(ctx context.Context, db postgres.DB, before time.Time, n int) ([]uuid.UUID, error) {
	rows, err := db.Query(ctx, `
		SELECT id FROM refund WHERE state IN ('created', 'unknown') AND created_at <= $1 ORDER BY created_at LIMIT $2`, before, n)
	if err != nil {
		return nil, fmt.Errorf("repay: refunds: %w", postgres.Reason(err))
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, fmt.Errorf("repay: refunds: %w", postgres.Reason(err))
	}
	return all, nil
}
