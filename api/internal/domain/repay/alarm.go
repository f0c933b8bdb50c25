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

// The alarms.
const (
	// RefundRefused and PayoutRefused: the gateway will not take the transfer, and no look-up says what became of it.
	RefundRefused AlarmKind = "refund_refused"
	PayoutRefused AlarmKind = "payout_refused"
	// RefundFailed: the bank could not send the money back. It goes again when a person says so.
	RefundFailedAlarm AlarmKind = "refund_failed"
	// RefundStuck and PayoutStuck: nobody knows for a long time what became of it.
	RefundStuck AlarmKind = "refund_stuck"
	PayoutStuck AlarmKind = "payout_stuck"
	// ReturnedAndReversed: the bank took money back that we had sent back already, so it is gone twice.
	ReturnedAndReversed AlarmKind = "returned_and_reversed"
	// PartlyReversed: the bank took another amount back than the payment was of.
	PartlyReversed AlarmKind = "partial_reversal"
	// PaymentContradicted: the gateway reports a recorded payment again, with another amount or currency.
	PaymentContradicted AlarmKind = "payment_contradicted"
	// AccountUnknown: money is reported on an account that is not the one borrowers are told to pay to. It waits in
	// suspense, whatever its memo says.
	AccountUnknown AlarmKind = "account_unknown"
)

// Alarm is something about money that no rule of ours can mend.
type Alarm struct {
	ID   uuid.UUID
	Kind AlarmKind
	// PaymentID is the payment that it is about, RefundID the refund of it, if any. A payout has DisbursementID alone.
	PaymentID      *uuid.UUID
	RefundID       *uuid.UUID
	DisbursementID *uuid.UUID
	Detail         string
	RaisedAt       time.Time
}

// QueueAlarm raises an alarm; one that is open for the same thing stays as it is.
func QueueAlarm(b *pgx.Batch, a Alarm) {
	b.Queue(`
		INSERT INTO payment_alarm (kind, payment_id, refund_id, disbursement_id, detail, raised_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT DO NOTHING`, a.Kind, a.PaymentID, a.RefundID, a.DisbursementID, a.Detail, a.RaisedAt)
}

// OpenAlarms lists what nobody has closed, oldest first.
func OpenAlarms(ctx context.Context, db postgres.DB) ([]Alarm, error) {
	rows, err := db.Query(ctx, `
		SELECT id, kind, payment_id, refund_id, disbursement_id, detail, raised_at FROM payment_alarm WHERE closed_at IS NULL ORDER BY raised_at, id`)
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
