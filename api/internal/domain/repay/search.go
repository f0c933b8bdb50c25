package repay

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Search holds the filters of an operator's search for payments. Empty fields do not filter.
type Search struct {
	States []PaymentState
	// OrderID limits the search to one loan.
	OrderID *uuid.UUID
	// Text is a part of the memo, the serial number or the bank's reference, in any case.
	Text string
}

// Find reads a page of the payments of all members, newest first. They are sorted by id, which begins with the time of creation,
// because only the id has an index over all members.
func Find(s Search, a paging.Request) postgres.Query[paging.Page[Payment]] {
	return listPayments(a, paging.Sort{ID: "p.id", Descending: true}, func(p Payment) paging.Position { return paging.Position{ID: p.ID} }, `
		($1::text[] IS NULL OR p.state = ANY ($1)) AND ($2::uuid IS NULL OR p.order_id = $2)
		AND ($3 = '' OR strpos(upper(concat_ws(' ', p.memo, p.serial_number, p.gateway_reference)), upper($3)) > 0)`,
		s.States, s.OrderID, s.Text)
}

// OfOrder reads the payments of a loan in the order of allocation, which is that of Splits.
func OfOrder(order uuid.UUID) postgres.Query[[]Payment] {
	return payments(`p.order_id = $1 ORDER BY p.value_date, p.seq`, order)
}

// ByNumber reads a payment by its serial number or its id, or returns reason.ReceiptNotFound.
func ByNumber(number string) postgres.Query[Payment] {
	id, _ := uuid.Parse(number)
	return onePayment(`p.id = $1 OR p.serial_number = $2`, id, number)
}

// RefundSearch holds the filters of an operator's search for refunds. Empty fields do not filter.
type RefundSearch struct {
	States  []RefundState
	OrderID *uuid.UUID
}

// Refunds reads a page of refunds, newest first.
func Refunds(s RefundSearch, a paging.Request) postgres.Query[paging.Page[Refund]] {
	return paging.List("repay: refunds", a, paging.Sort{ID: "r.id", Descending: true}, func(r Refund) paging.Position { return paging.Position{ID: r.ID} },
		`SELECT `+refundColumns+` FROM refund r WHERE ($1::text[] IS NULL OR r.state = ANY ($1)) AND ($2::uuid IS NULL OR r.order_id = $2)`,
		s.States, s.OrderID)
}
