package repay

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Search says which payments an operator looks for. Empty fields ask for nothing.
type Search struct {
	States []PaymentState
	// OrderID limits them to a loan.
	OrderID *uuid.UUID
	// Text stands in the memo, the serial number or the bank's reference, in any case.
	Text string
	// Cursor is what the page before gave; empty for the first.
	Cursor string
	Limit  int
}

// Find reads a page of anybody's payments, those that came in last first; next is empty on the last page. They go by their
// ids, which begin with the time at which they were made: among those of everybody, only ids are found in their order.
func Find(ctx context.Context, db postgres.DB, s Search) (page []Payment, next string, err error) {
	_, before, err := readCursor(s.Cursor)
	if err != nil {
		return nil, "", reason.InvalidField("cursor", reason.FieldFormat)
	}
	page, err = payments(`
		($1::text[] IS NULL OR p.state = ANY ($1)) AND ($2::uuid IS NULL OR p.order_id = $2)
		AND ($3 = '' OR strpos(upper(concat_ws(' ', p.memo, p.serial_number, p.gateway_reference)), upper($3)) > 0)
		AND p.id < $4
		ORDER BY p.id DESC LIMIT $5`, s.States, s.OrderID, s.Text, before, s.Limit+1).Read(ctx, db)
	if err != nil || len(page) <= s.Limit {
		return page, "", err
	}
	return page[:s.Limit], cursor(page[s.Limit-1]), nil
}

// OfOrder reads the payments of a loan in the order in which they count, which is that of Splits.
func OfOrder(order uuid.UUID) postgres.Query[[]Payment] {
	return payments(`p.order_id = $1 ORDER BY p.value_date, p.seq`, order)
}

// ByNumber reads a payment by its serial number or its id; reason.ReceiptNotFound when there is none.
func ByNumber(number string) postgres.Query[Payment] {
	id, _ := uuid.Parse(number)
	return onePayment(`p.id = $1 OR p.serial_number = $2`, id, number)
}

// RefundSearch says which refunds an operator looks for.
type RefundSearch struct {
	States  []RefundState
	OrderID *uuid.UUID
	Limit   int
}

// Refunds reads refunds, the newest first.
func Refunds(s RefundSearch) postgres.Query[[]Refund] {
	return refunds(`
		($1::text[] IS NULL OR r.state = ANY ($1)) AND ($2::uuid IS NULL OR r.order_id = $2)
		ORDER BY r.id DESC LIMIT $3`, s.States, s.OrderID, s.Limit)
}
