package support

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// ReminderPass is the progress of a scan of all loans of a region that may need a reminder, by due date, latest first.
type ReminderPass struct {
	// Day is the business date of the reminders.
	Day       money.Date
	StartedAt time.Time
	// DueDate and OrderID are the position of the last loan scanned. The loans before it are still to be scanned.
	DueDate money.Date
	OrderID uuid.UUID
	// FinishedAt is nil until all loans are scanned.
	FinishedAt *time.Time
}

// LockReminderPass reads the pass of a region and locks it until the transaction ends. If there is none, it inserts first. It
// returns nil if another run holds the lock.
func LockReminderPass(ctx context.Context, tx pgx.Tx, region string, first ReminderPass) (*ReminderPass, error) {
	const begin = `
		INSERT INTO reminder_pass (region, day, started_at, due_date, order_id) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (region) DO NOTHING`
	newest := postgres.Row[ReminderPass]("support: pass", `SELECT day, started_at, due_date, order_id, finished_at FROM reminder_pass WHERE region = $1 FOR NO KEY UPDATE SKIP LOCKED`, region)
	return newest.After(begin, region, first.Day, first.StartedAt, first.DueDate, first.OrderID).Read(ctx, tx)
}

// MoveReminderPass stores the progress of a region's pass. The caller holds the lock of LockReminderPass.
func MoveReminderPass(ctx context.Context, tx pgx.Tx, region string, p ReminderPass) error {
	_, err := tx.Exec(ctx, `
		UPDATE reminder_pass SET day = $2, started_at = $3, due_date = $4, order_id = $5, finished_at = $6 WHERE region = $1`,
		region, p.Day, p.StartedAt, p.DueDate, p.OrderID, p.FinishedAt)
	if err != nil {
		return fmt.Errorf("support: pass: %w", postgres.Reason(err))
	}
	return nil
}

// InsertReminders inserts reminders for the borrowers of loans and returns the ids of those inserted. It skips a loan that already
// has this reminder, or another one on the same day. The table has no foreign key to the loan, which would lock every loan of a
// page; the join makes sure that the loan exists.
func InsertReminders(ctx context.Context, tx pgx.Tx, all []Reminder, now time.Time) ([]uuid.UUID, error) {
	var ids, orders []uuid.UUID
	var dueDates, sendOn []money.Date
	var days []int
	for _, r := range all {
		ids, orders = append(ids, r.ID), append(orders, r.OrderID)
		dueDates, days, sendOn = append(dueDates, r.DueDate), append(days, r.Day), append(sendOn, r.SendOn)
	}
	rows, err := tx.Query(ctx, `
		INSERT INTO reminder (id, member_id, order_id, due_date, day, send_on, created_at)
		SELECT r.id, o.member_id, o.order_id, r.due_date, r.day, r.send_on, $6
		FROM unnest($1::uuid[], $2::uuid[], $3::date[], $4::int[], $5::date[]) AS r (id, order_id, due_date, day, send_on)
			JOIN order_reference o ON o.order_id = r.order_id
		ON CONFLICT DO NOTHING RETURNING id`, ids, orders, dueDates, days, sendOn, now)
	if err != nil {
		return nil, fmt.Errorf("support: reminders: %w", postgres.Reason(err))
	}
	added, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, fmt.Errorf("support: reminders: %w", postgres.Reason(err))
	}
	return added, nil
}
