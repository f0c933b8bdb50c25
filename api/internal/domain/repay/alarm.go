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

// AlarmKind is the reason why an operator has to act.
type AlarmKind string

// The kinds of alarms.
const (
	// RefundDeclinedAlarm and PayoutDeclinedAlarm: the gateway declines the transfer, and a look-up does not find it. The stored
	// values use an older name.
	RefundDeclinedAlarm AlarmKind = "refund_refused"
	PayoutDeclinedAlarm AlarmKind = "payout_refused"
	// RefundFailedAlarm: the bank could not send the refund. It is sent again when an operator says so.
	RefundFailedAlarm AlarmKind = "refund_failed"
	// RefundReturnedAlarm: the receiver's bank returned a successful refund. It is sent again, or elsewhere, when an operator says so.
	RefundReturnedAlarm AlarmKind = "refund_returned"
	// RefundStuckAlarm and PayoutStuckAlarm: the outcome has been unknown for a long time.
	RefundStuckAlarm AlarmKind = "refund_stuck"
	PayoutStuckAlarm AlarmKind = "payout_stuck"
	// ReturnedAndReversedAlarm: the bank reversed a payment that we had already sent back, so the money is gone twice.
	ReturnedAndReversedAlarm AlarmKind = "returned_and_reversed"
	// PartlyReversedAlarm: the bank reversed an amount other than the whole payment.
	PartlyReversedAlarm AlarmKind = "partial_reversal"
	// PaymentContradictedAlarm: the gateway reported a recorded payment again with another amount or currency.
	PaymentContradictedAlarm AlarmKind = "payment_contradicted"
	// ReturnContradictedAlarm: the gateway reported the return of a payout or refund that does not agree with the books: another
	// amount, a transfer that was never sent, or one already returned under another reference. The stored value is older than its
	// use for refunds.
	ReturnContradictedAlarm AlarmKind = "payout_contradicted"
	// AccountUnknownAlarm: a payment arrived on an account other than the collection account that borrowers are given. It waits in
	// suspense, whatever its memo says.
	AccountUnknownAlarm AlarmKind = "account_unknown"
)

// AlarmKinds lists all kinds of alarms.
var AlarmKinds = []AlarmKind{
	RefundDeclinedAlarm, PayoutDeclinedAlarm, RefundFailedAlarm, RefundReturnedAlarm, RefundStuckAlarm, PayoutStuckAlarm, ReturnedAndReversedAlarm, PartlyReversedAlarm,
	PaymentContradictedAlarm, ReturnContradictedAlarm, AccountUnknownAlarm,
}

// Alarm is a problem with money that the system cannot correct on its own.
type Alarm struct {
	ID   uuid.UUID
	Kind AlarmKind
	// PaymentID is the payment concerned and RefundID its refund, if any. An alarm about a payout has only DisbursementID.
	PaymentID      *uuid.UUID
	RefundID       *uuid.UUID
	DisbursementID *uuid.UUID
	Detail         string
	RaisedAt       time.Time
}

// maxAlarmDetail is the length, in characters, up to which more is added to the detail of an alarm.
const maxAlarmDetail = 2000

// QueueAlarm raises an alarm. If one is open for the same thing, it adds the detail to that, unless it is there already or the
// alarm is full (maxAlarmDetail), and marks the alarm to be notified again: a second report may contradict the books in another
// way than the first.
func QueueAlarm(b *pgx.Batch, a Alarm) {
	b.Queue(`
		INSERT INTO payment_alarm AS a (kind, payment_id, refund_id, disbursement_id, detail, raised_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (kind, COALESCE(refund_id, payment_id, disbursement_id)) WHERE closed_at IS NULL DO UPDATE
		SET told_at = NULL, detail = a.detail || '; ' || EXCLUDED.detail ||
			CASE WHEN length(a.detail || EXCLUDED.detail) < $7 THEN '' ELSE '; what is reported after this is not added any more' END
		WHERE length(a.detail) < $7 AND position('; ' || EXCLUDED.detail || '; ' IN '; ' || a.detail || '; ') = 0`,
		a.Kind, a.PaymentID, a.RefundID, a.DisbursementID, a.Detail, a.RaisedAt, maxAlarmDetail)
}

// Alarms is the table of alarms, which wait until an operator closes them.
const Alarms attention.Table = "payment_alarm"

const openAlarms = `
	SELECT id, kind, payment_id, refund_id, disbursement_id, detail, raised_at FROM payment_alarm WHERE closed_at IS NULL`

// ClosedAlarm is an alarm that an operator closed, with their note.
type ClosedAlarm struct {
	Alarm
	ClosedAt time.Time
	ClosedBy string
	Note     string
}

// ClosedAlarms reads a page of the closed alarms, most recently closed first.
func ClosedAlarms(a paging.Request) postgres.Query[paging.Page[ClosedAlarm]] {
	return paging.List("repay: closed alarms", a, paging.Sort{At: "closed_at", ID: "id", Descending: true}, func(c ClosedAlarm) paging.Position {
		return paging.Position{At: c.ClosedAt, ID: c.ID}
	}, `SELECT id, kind, payment_id, refund_id, disbursement_id, detail, raised_at, closed_at, closed_by, note FROM payment_alarm WHERE closed_at IS NOT NULL`)
}

// ReopenAlarm opens a closed alarm again and marks it to be notified again. It reports false if there is no such closed alarm, and
// returns ErrAlarmOpen if another alarm about the same thing is open.
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

// ErrAlarmOpen says that another alarm about the same thing is open.
var ErrAlarmOpen = errors.New("the same problem has been reported since, and the alarm about it is open")

// MarkAlarmNotified records that an operator was notified of an alarm with this detail. It does nothing if more was added to the detail since.
func MarkAlarmNotified(ctx context.Context, db postgres.DB, id uuid.UUID, detail string, at time.Time) error {
	if _, err := db.Exec(ctx, `UPDATE payment_alarm SET told_at = $3 WHERE id = $1 AND detail = $2 AND told_at IS NULL`, id, detail, at); err != nil {
		return fmt.Errorf("repay: mark an alarm as notified: %w", postgres.Reason(err))
	}
	return nil
}

// OpenAlarms reads a page of the open alarms, oldest first.
func OpenAlarms(a paging.Request) postgres.Query[paging.Page[Alarm]] {
	return paging.List("repay: alarms", a, paging.Sort{At: "raised_at", ID: "id"}, func(a Alarm) paging.Position {
		return paging.Position{At: a.RaisedAt, ID: a.ID}
	}, openAlarms)
}

// OpenAlarm reads an open alarm, or nil if there is none.
func OpenAlarm(id uuid.UUID) postgres.Query[*Alarm] {
	return postgres.Row[Alarm]("repay: alarm", openAlarms+` AND id = $1`, id)
}
