package repay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// AlarmKind is why a person has to look.
type AlarmKind string

// The alarms.
const (
	// RefundDeclinedAlarm and PayoutDeclinedAlarm: the gateway will not take the transfer, and no look-up says what became of it.
	// Their stored names are older than the word.
	RefundDeclinedAlarm AlarmKind = "refund_refused"
	PayoutDeclinedAlarm AlarmKind = "payout_refused"
	// RefundFailedAlarm: the bank could not send the money back. It goes again when a person says so.
	RefundFailedAlarm AlarmKind = "refund_failed"
	// RefundReturnedAlarm: the receiver's bank sent a refund back that had succeeded. It goes again, or elsewhere, when a person says so.
	RefundReturnedAlarm AlarmKind = "refund_returned"
	// RefundStuckAlarm and PayoutStuckAlarm: nobody knows for a long time what became of it.
	RefundStuckAlarm AlarmKind = "refund_stuck"
	PayoutStuckAlarm AlarmKind = "payout_stuck"
	// ReturnedAndReversedAlarm: the bank took money back that we had sent back already, so it is gone twice.
	ReturnedAndReversedAlarm AlarmKind = "returned_and_reversed"
	// PartlyReversedAlarm: the bank took another amount back than the payment was of.
	PartlyReversedAlarm AlarmKind = "partial_reversal"
	// PaymentContradictedAlarm: the gateway reports a recorded payment again, with another amount or currency.
	PaymentContradictedAlarm AlarmKind = "payment_contradicted"
	// ReturnContradictedAlarm: the gateway reports that a payout or a refund came back which the books do not have so: another amount,
	// one that never went out, or one that came back under another reference. Its stored name is older than the refunds among them.
	ReturnContradictedAlarm AlarmKind = "payout_contradicted"
	// AccountUnknownAlarm: money is reported on an account that is not the one borrowers are told to pay to. It waits in
	// suspense, whatever its memo says.
	AccountUnknownAlarm AlarmKind = "account_unknown"
)

// AlarmKinds are all of them.
var AlarmKinds = []AlarmKind{
	RefundDeclinedAlarm, PayoutDeclinedAlarm, RefundFailedAlarm, RefundReturnedAlarm, RefundStuckAlarm, PayoutStuckAlarm, ReturnedAndReversedAlarm, PartlyReversedAlarm,
	PaymentContradictedAlarm, ReturnContradictedAlarm, AccountUnknownAlarm,
}

// Alarm is something about money that no rule of ours can correct.
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

// maxAlarmDetail is how long the detail of an alarm may be for more to be added to it, in characters.
const maxAlarmDetail = 2000

// QueueAlarm raises an alarm. To one that is open for the same thing it adds what it does not say yet, and whoever is on duty is
// told of it again: a second report may contradict the books in another way than the first.
func QueueAlarm(b *pgx.Batch, a Alarm) {
	b.Queue(`
		INSERT INTO payment_alarm AS a (kind, payment_id, refund_id, disbursement_id, detail, raised_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (kind, COALESCE(refund_id, payment_id, disbursement_id)) WHERE closed_at IS NULL DO UPDATE
		SET told_at = NULL, detail = a.detail || '; ' || EXCLUDED.detail ||
			CASE WHEN length(a.detail || EXCLUDED.detail) < $7 THEN '' ELSE '; what is reported after this is not added any more' END
		WHERE length(a.detail) < $7 AND position('; ' || EXCLUDED.detail || '; ' IN '; ' || a.detail || '; ') = 0`,
		a.Kind, a.PaymentID, a.RefundID, a.DisbursementID, a.Detail, a.RaisedAt, maxAlarmDetail)
}

// Alarms are the rows that wait until somebody closes them.
const Alarms attention.Table = "payment_alarm"

const openAlarms = `
	SELECT id, kind, payment_id, refund_id, disbursement_id, detail, raised_at FROM payment_alarm WHERE closed_at IS NULL`

// ClosedAlarm is one that a person has closed, with what they wrote.
type ClosedAlarm struct {
	Alarm
	ClosedAt time.Time
	ClosedBy string
	Note     string
}

// ClosedAlarms reads a page of those that were closed, the newest first.
func ClosedAlarms(a paging.Request) postgres.Query[paging.Page[ClosedAlarm]] {
	return paging.List("repay: closed alarms", a, paging.Sort{At: "closed_at", ID: "id", Descending: true}, func(c ClosedAlarm) paging.Position {
		return paging.Position{At: c.ClosedAt, ID: c.ID}
	}, `SELECT id, kind, payment_id, refund_id, disbursement_id, detail, raised_at, closed_at, closed_by, note FROM payment_alarm WHERE closed_at IS NOT NULL`)
}

// ReopenAlarm lets an alarm wait again that was closed, and be told of again; false when there is none. It fails where another one of the
// same thing is open: ErrAlarmOpen.
func ReopenAlarm(ctx context.Context, db postgres.DB, id uuid.UUID) (bool, error) {
	tag, err := db.Exec(ctx, `UPDATE payment_alarm SET closed_at = NULL, closed_by = '', note = '', told_at = NULL WHERE id = $1 AND closed_at IS NOT NULL`, id)
	if postgres.IsViolation(err, "payment_alarm_once") {
		return false, ErrAlarmOpen
	}
	if err != nil {
		return false, fmt.Errorf("repay: reopen an alarm: %w", postgres.Reason(err))
	}
	return tag.RowsAffected() == 1, nil
}

// ErrAlarmOpen says that an alarm of the same thing is open.
var ErrAlarmOpen = errors.New("the same thing has been reported since, and that alarm is open")

// AlarmTold notes that somebody has been told of an alarm as they read it: not where more has been added to its detail since.
func AlarmTold(ctx context.Context, db postgres.DB, id uuid.UUID, detail string, at time.Time) error {
	if _, err := db.Exec(ctx, `UPDATE payment_alarm SET told_at = $3 WHERE id = $1 AND detail = $2 AND told_at IS NULL`, id, detail, at); err != nil {
		return fmt.Errorf("repay: alarm told: %w", postgres.Reason(err))
	}
	return nil
}

// OpenAlarms reads a page of what nobody has closed, oldest first.
func OpenAlarms(a paging.Request) postgres.Query[paging.Page[Alarm]] {
	return paging.List("repay: alarms", a, paging.Sort{At: "raised_at", ID: "id"}, func(a Alarm) paging.Position {
		return paging.Position{At: a.RaisedAt, ID: a.ID}
	}, openAlarms)
}

// OpenAlarm reads one that nobody has closed; nil when there is none.
func OpenAlarm(id uuid.UUID) postgres.Query[*Alarm] {
	return postgres.Row[Alarm]("repay: alarm", openAlarms+` AND id = $1`, id)
}
