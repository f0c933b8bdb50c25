package loan

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Search says which orders an operator looks for. Empty fields ask for nothing.
type Search struct {
	Statuses []Status
	// Members, when not nil, are the borrowers whose orders are meant; an empty list finds nothing.
	Members []uuid.UUID
	// OrderNo is a number or its beginning.
	OrderNo string
	Lender  string
	// OverdueOn finds the loans that are overdue on a business date.
	OverdueOn money.Date
}

// Find reads a page of anybody's orders, the newest first. They go by their ids, which begin with the time at which they were made:
// among those of everybody, only ids are found in their order.
func Find(s Search, a paging.Request) postgres.Query[paging.Page[Order]] {
	begin := a.Begin(true)
	found := many(`o.id < $1
			AND ($2::smallint[] IS NULL OR o.status = ANY ($2)) AND ($3::uuid[] IS NULL OR o.member_id = ANY ($3))
			AND starts_with(o.order_no, $4) AND ($5 = '' OR o.lender_code = $5)
			AND ($6::date IS NULL OR EXISTS (
				SELECT FROM loan l WHERE l.order_id = o.id AND l.settled_on IS NULL AND l.due_date < $6))
		ORDER BY o.id DESC LIMIT $7`,
		begin.ID, s.Statuses, s.Members, s.OrderNo, s.Lender, s.OverdueOn, a.Limit+1)
	return postgres.Then(found, func(orders []Order) (paging.Page[Order], error) { return paging.NewPage(a, orders, placeOf), nil })
}

// ByNumber reads an order by the number that people call it by; reason.OrderNotFound when there is none.
func ByNumber(number string) postgres.Query[Order] { return one(`o.order_no = $1`, number) }

// Numbers gives the numbers that borrowers know orders by.
func Numbers(orders []uuid.UUID) postgres.Query[map[uuid.UUID]string] {
	return postgres.Map[uuid.UUID, string]("loan: numbers", `SELECT id, order_no FROM loan_order WHERE id = ANY($1)`, orders)
}
