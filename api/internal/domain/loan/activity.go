package loan

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Summary is a short form of an order in progress.
type Summary struct {
	ID        uuid.UUID
	ProductID uuid.UUID
	Principal int64
	// Running is true once the loan is paid out, Overdue once its due date has passed.
	Running   bool
	Overdue   bool
	AppliedAt time.Time
}

// Activity summarizes a member's orders as of a business date.
type Activity struct {
	// Open lists the orders in progress, newest first.
	Open []Summary
	// AppliedToday is the number of applications of the day, whatever their outcome.
	AppliedToday int
	// SettledOnTime and SettledLate are the numbers of loans settled by their due date and after it.
	SettledOnTime int
	SettledLate   int
}

// Committed returns the principal of all orders in progress. The available credit is the limit minus this sum.
func (a Activity) Committed() int64 {
	var sum int64
	for _, g := range a.Open {
		sum = money.Sum(sum, g.Principal)
	}
	return sum
}

// OverdueNow returns the number of overdue loans.
func (a Activity) OverdueNow() int {
	var n int
	for _, g := range a.Open {
		if g.Overdue {
			n++
		}
	}
	return n
}

// openOrders is a column with the orders in progress of member $1 on day $2.
var openOrders = postgres.SelectRowArray[Summary]("o", `
	FROM (SELECT o.id, o.product_id, o.principal, o.status = 9 AS running, COALESCE(l.due_date < $2, false) AS overdue, o.applied_at
		FROM loan_order o LEFT JOIN loan l ON l.order_id = o.id
		WHERE o.member_id = $1 AND (o.status IN `+unpaid+` OR `+running+`)) o`)

// ActivityOf reads the activity of a member as of today.
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
		slices.SortFunc(r.Open, func(a, b Summary) int {
			return cmp.Or(b.AppliedAt.Compare(a.AppliedAt), bytes.Compare(b.ID[:], a.ID[:]))
		})
		return Activity{Open: r.Open, AppliedToday: r.AppliedToday, SettledOnTime: r.SettledOnTime, SettledLate: r.SettledLate}, nil
	})
}
