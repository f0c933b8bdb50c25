package loan

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// Summary is an order in progress in few words.
type Summary struct {
	ID        uuid.UUID
	ProductID uuid.UUID
	Principal int64
	// Running is true when its money went out; Overdue when its due date is past.
	Running bool
	Overdue bool
}

// Activity is what a member's orders say about them on a day.
type Activity struct {
	// Open are the orders in progress, the newest first.
	Open []Summary
	// AppliedToday counts the applications of the day, whatever became of them.
	AppliedToday int
	// SettledOnTime and SettledLate count what was paid back.
	SettledOnTime int
	SettledLate   int
}

// Committed is the principal of all orders in progress: what the credit limit has left is the limit minus it.
func (s Activity) Committed() int64 {
	var sum int64
	for _, g := range s.Open {
		sum = money.Sum(sum, g.Principal)
	}
	return sum
}

// OverdueNow counts the loans whose due date is past.
func (s Activity) OverdueNow() int {
	var n int
	for _, g := range s.Open {
		if g.Overdue {
			n++
		}
	}
	return n
}

// QueueActivity reads it in a batch.
func QueueActivity(b *pgx.Batch, member uuid.UUID, today money.Date) *Activity {
	var s Activity
	b.Queue(`
		SELECT o.id, o.product_id, o.principal, o.status = 9, COALESCE(l.due_date < $2, false)
		FROM loan_order o LEFT JOIN loan l ON l.order_id = o.id
		WHERE o.member_id = $1 AND (o.status IN (1, 2, 4, 5, 6) OR (o.status = 9 AND o.repay_status <> 3))
		ORDER BY o.applied_at DESC`, member, today).
		Query(func(rows pgx.Rows) error {
			var err error
			s.Open, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Summary])
			return err
		})
	b.Queue(`
		SELECT (SELECT count(*) FROM loan_order WHERE member_id = $1 AND applied_on = $2),
			count(*) FILTER (WHERE settled_on <= due_date), count(*) FILTER (WHERE settled_on > due_date)
		FROM loan WHERE member_id = $1`, member, today).
		QueryRow(func(row pgx.Row) error { return row.Scan(&s.AppliedToday, &s.SettledOnTime, &s.SettledLate) })
	return &s
}
