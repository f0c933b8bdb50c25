package loan

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// AccrualPass is the progress of posting one month's accruals for all running loans of a region, in order of loan id.
type AccrualPass struct {
	// MonthEnd is the last business date of the month.
	MonthEnd money.Date
	// OrderID is the last loan posted. The loans after it are still to be posted.
	OrderID uuid.UUID
	// FinishedAt is nil until the pass has posted all loans.
	FinishedAt *time.Time
}

// LockAccrualPass reads the pass of a month and locks it until the transaction ends. If the stored pass is of another month, it
// returns a new one. It returns nil if another run holds the lock, or is already at a later month: its process may have a clock
// that is a few seconds ahead, and its progress would be lost.
func LockAccrualPass(ctx context.Context, tx pgx.Tx, region string, monthEnd money.Date) (*AccrualPass, error) {
	b := &pgx.Batch{}
	b.Queue(`INSERT INTO accrual_pass (region, month_end, order_id) VALUES ($1, $2, $3) ON CONFLICT (region) DO NOTHING`, region, monthEnd, uuid.Nil)
	held := postgres.Row[AccrualPass]("loan: accrual pass",
		`SELECT month_end, order_id, finished_at FROM accrual_pass WHERE region = $1 FOR NO KEY UPDATE SKIP LOCKED`, region).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return nil, err
	}
	p := held.Get()
	switch {
	case p == nil:
	case p.MonthEnd.After(monthEnd):
		return nil, nil
	case p.MonthEnd != monthEnd:
		p = &AccrualPass{MonthEnd: monthEnd}
	}
	return p, nil
}

// MoveAccrualPass stores the progress of a region's pass. The caller holds the lock of LockAccrualPass.
func MoveAccrualPass(ctx context.Context, tx pgx.Tx, region string, p AccrualPass) error {
	_, err := tx.Exec(ctx, `UPDATE accrual_pass SET month_end = $2, order_id = $3, finished_at = $4 WHERE region = $1`,
		region, p.MonthEnd, p.OrderID, p.FinishedAt)
	if err != nil {
		return fmt.Errorf("loan: accrual pass: %w", postgres.Reason(err))
	}
	return nil
}

// RunningSince lists at most n loans of a region that are not settled and were paid out before a date, with ids greater than
// after, in order of id. The condition on o.id repeats the one on l.order_id: without it PostgreSQL reads all orders up to that id
// for every page.
func RunningSince(region string, before money.Date, after uuid.UUID, n int) postgres.Query[[]uuid.UUID] {
	return postgres.Column[uuid.UUID]("loan: running since", `
		SELECT l.order_id FROM loan l JOIN loan_order o ON o.id = l.order_id
		WHERE l.settled_on IS NULL AND l.disbursed_on < $2 AND o.region = $1 AND l.order_id > $3 AND o.id > $3
		ORDER BY l.order_id LIMIT $4`, region, before, after, n)
}

// QueueLockAllRunning is QueueLockRunning for many orders. It locks them in order of id.
func QueueLockAllRunning(b *pgx.Batch, orders []uuid.UUID) {
	b.Queue(`
		SELECT FROM loan_order o JOIN loan l ON l.order_id = o.id WHERE o.id = ANY($1)
		ORDER BY o.id FOR NO KEY UPDATE OF o, l`, orders)
}

// AccruingIn lists at most n loans of a region, and of one lender unless lender is empty, that may have earned interest, or had
// interest corrected, between since and the business date to, with ids greater than after, in order of id. These are the running
// loans and those with an event since then. changed is an SQL condition on l.order_id and $4 (since), for changes to a settled
// loan that are not events of its order. For the condition on o.id see RunningSince. OFFSET 0 makes PostgreSQL look up the events
// per loan: it does not take the LIMIT into account and would otherwise read the events of all orders for each page.
func AccruingIn(region, lender string, to money.Date, since time.Time, changed string, after uuid.UUID, n int) postgres.Query[[]uuid.UUID] {
	return postgres.Column[uuid.UUID]("loan: earning", `
		SELECT l.order_id FROM loan l JOIN loan_order o ON o.id = l.order_id
		WHERE l.disbursed_on < $3 AND o.region = $1 AND ($2 = '' OR o.lender_code = $2) AND l.order_id > $5 AND o.id > $5
			AND (l.settled_on IS NULL OR EXISTS (SELECT FROM order_event e WHERE e.order_id = l.order_id AND e.at >= $4 OFFSET 0) OR `+changed+`)
		ORDER BY l.order_id LIMIT $6`, region, lender, to, since, after, n)
}
