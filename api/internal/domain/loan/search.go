package loan

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Search holds the filters of an operator's search for orders. Empty fields do not filter.
type Search struct {
	Statuses []Status
	// Members, if not nil, limits the search to these borrowers. An empty list finds nothing.
	Members []uuid.UUID
	// OrderNo is an order number or its first characters.
	OrderNo string
	Lender  string
	// OverdueOn limits the search to loans that are overdue on this business date.
	OverdueOn money.Date
}

// Find reads a page of the orders of all members, newest first. They are sorted by id, which begins with the time of creation,
// because only the id has an index over all members.
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

// ByNumber reads an order by its order number or id, or returns reason.OrderNotFound.
func ByNumber(number string) postgres.Query[Order] {
	id, _ := uuid.Parse(number)
	return one(`o.id = $1 OR o.order_no = $2`, id, number)
}

// Numbers reads the order numbers of orders, keyed by id.
func Numbers(orders []uuid.UUID) postgres.Query[map[uuid.UUID]string] {
	return postgres.Map[uuid.UUID, string]("loan: numbers", `SELECT id, order_no FROM loan_order WHERE id = ANY($1)`, orders)
}
