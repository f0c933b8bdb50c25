package loan

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Summary is an order in progress in few words.
type Summary struct {
	ID        uuid.UUID
	ProductID uuid.UUID
	Principal int64
	// Running is true when its money went out; Overdue when its due date is past.
	Running   bool
	Overdue   bool
	AppliedAt time.Time
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
func (a Activity) Committed() int64 {
	var sum int64
	for _, g := range a.Open {
		sum = money.Sum(sum, g.Principal)
	}
	return sum
}

// OverdueNow counts the loans whose due date is past.
func (a Activity) OverdueNow() int {
	var n int
	for _, g := range a.Open {
		if g.Overdue {
			n++
		}
	}
	return n
}

// openOrders is the column with what is in progress of a member's: $1 is the member, $2 the day.
var openOrders = postgres.SelectRowArray[Summary]("o", `
	FROM (SELECT o.id, o.product_id, o.principal, o.status = 9 AS running, COALESCE(l.due_date < $2, false) AS overdue, o.applied_at
		FROM loan_order o LEFT JOIN loan l ON l.order_id = o.id
		WHERE o.member_id = $1 AND (o.status IN `+unpaid+` OR `+running+`)) o`)

// ActivityOf reads it.
func ActivityOf(member uuid.UUID, today money.Date) postgres.Query[Activity] {
	type row struct {
		Open                                     postgres.RowArray[Summary]
		AppliedToday, SettledOnTime, SettledLate int
	}
	read := postgres.Rows[row]("loan: activity", `
		SELECT `+openOrders+` AS open, (SELECT count(*) FROM loan_order WHERE member_id = $1 AND applied_on = $2) AS applied_today,
			count(*) FILTER (WHERE settled_on <= due_date) AS settled_on_time, count(*) FILTER (WHERE settled_on > due_date) AS settled_late
		FROM loan WHERE member_id = $1 AND returned_on IS NULL`, member, today)
	return postgres.Then(read, func(rows []row) (Activity, error) {
		r := rows[0]
		slices.SortFunc(r.Open, func(a, b Summary) int { return b.AppliedAt.Compare(a.AppliedAt) })
		return Activity{Open: r.Open, AppliedToday: r.AppliedToday, SettledOnTime: r.SettledOnTime, SettledLate: r.SettledLate}, nil
	})
}
