package support

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Reminder is a reminder about one loan.
type Reminder struct {
	ID       uuid.UUID
	MemberID uuid.UUID
	OrderID  uuid.UUID
	DueDate  money.Date
	// Day is relative to the due date: -3 is three days before it.
	Day int
	// SendOn is the business date on which it is sent.
	SendOn money.Date
	// Attempts is the number of attempts to send it.
	Attempts int
}

// Reminded is a reminder that a loan already has.
type Reminded struct {
	DueDate money.Date
	Day     int
	SendOn  money.Date
	// Dropped means that it was not sent after all.
	Dropped bool
}

// RemindedOf reads the sent and the planned reminders of loans, keyed by loan.
func RemindedOf(orders []uuid.UUID) postgres.Query[map[uuid.UUID][]Reminded] {
	type row struct {
		OrderID uuid.UUID
		Reminded
	}
	rows := postgres.Rows[row]("support: reminded",
		`SELECT order_id, due_date, day, send_on, state = 'dropped' AS dropped FROM reminder WHERE order_id = ANY($1)`, orders)
	return postgres.Then(rows, func(rows []row) (map[uuid.UUID][]Reminded, error) {
		all := map[uuid.UUID][]Reminded{}
		for _, r := range rows {
			all[r.OrderID] = append(all[r.OrderID], r.Reminded)
		}
		return all, nil
	})
}

// BeginReminder marks a queued reminder as being sent and locks the member's reminders of the day until the transaction ends, so
// that two sent at the same time count each other. taken is false if another run has it, or if it was tried before and repeats is
// false. sent is the number of the member's other reminders that day that were sent or are being sent.
func BeginReminder(ctx context.Context, tx pgx.Tx, id uuid.UUID, repeats bool, now time.Time) (r Reminder, taken bool, sent int, err error) {
	b := &pgx.Batch{}
	begun := postgres.Row[Reminder]("support: reminder", `
		UPDATE reminder SET state = 'sending', attempts = attempts + 1, tried_at = $2
		WHERE id = $1 AND state = 'queued' AND (attempts = 0 OR $3)
		RETURNING id, member_id, order_id, due_date, day, send_on, attempts`, id, now, repeats).
		After(`
			SELECT FROM reminder WHERE (member_id, send_on) = (SELECT member_id, send_on FROM reminder WHERE id = $1)
			ORDER BY id FOR NO KEY UPDATE`, id).Queue(b)
	others := postgres.Value[int]("support: reminders of a day", `
		SELECT count(*) FROM reminder r JOIN reminder me ON me.id = $1
		WHERE r.member_id = me.member_id AND r.send_on = me.send_on AND r.id <> me.id AND r.state IN ('sending', 'sent', 'failed')`, id).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return r, false, 0, err
	}
	if found := begun.Get(); found != nil {
		r, taken = *found, true
	}
	return r, taken, others.Get(), nil
}

// DropReminder records why a reminder is not sent after all. The loan may get it on another day when the reason no longer applies.
func DropReminder(ctx context.Context, db postgres.DB, id uuid.UUID, why string) error {
	return step(ctx, db, `UPDATE reminder SET state = 'dropped', why = $2 WHERE id = $1 AND state = 'sending'`, id, why)
}

// FinishReminder records whether the message was sent. A message that may have been sent is never sent again.
func FinishReminder(ctx context.Context, db postgres.DB, id uuid.UUID, sent bool, why string, now time.Time) error {
	return step(ctx, db, `
		UPDATE reminder SET state = CASE WHEN $2 THEN 'sent' ELSE 'failed' END, why = $3, sent_at = $4 WHERE id = $1 AND state = 'sending'`,
		id, sent, why, now)
}

// RequeueReminder records that the provider certainly did not accept the message, and why. It will be tried again.
func RequeueReminder(ctx context.Context, db postgres.DB, id uuid.UUID, why string) error {
	return step(ctx, db, `UPDATE reminder SET state = 'queued', why = $2 WHERE id = $1 AND state = 'sending'`, id, why)
}
