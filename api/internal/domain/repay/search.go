package repay

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

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

// Find reads a page of anybody's payments, the newest first; next is empty on the last page.
func Find(ctx context.Context, db postgres.DB, s Search) (payments []Payment, next string, err error) {
	before, id, err := readCursor(s.Cursor)
	if err != nil {
		return nil, "", reason.InvalidField("cursor", reason.FieldFormat)
	}
	payments, err = readPayments(ctx, db, `
		($1::text[] IS NULL OR p.state = ANY ($1)) AND ($2::uuid IS NULL OR p.order_id = $2)
		AND ($3 = '' OR strpos(upper(concat_ws(' ', p.memo, p.serial_number, p.gateway_reference)), upper($3)) > 0)
		AND ($4::timestamptz IS NULL OR (p.paid_at, p.id) < ($4, $5))
		ORDER BY p.paid_at DESC, p.id DESC LIMIT $6`, s.States, s.OrderID, s.Text, before, id, s.Limit+1)
	if err != nil || len(payments) <= s.Limit {
		return payments, "", err
	}
	return payments[:s.Limit], cursor(payments[s.Limit-1]), nil
}

// OfOrder reads the payments of a loan in the order in which they count.
func OfOrder(ctx context.Context, db postgres.DB, order uuid.UUID) ([]Payment, error) {
	return readPayments(ctx, db, `p.order_id = $1 ORDER BY p.value_date, p.id`, order)
}

// ByNumber reads a payment by its serial number or its id; reason.ReceiptNotFound when there is none.
func ByNumber(ctx context.Context, db postgres.DB, number string) (Payment, error) {
	id, _ := uuid.Parse(number)
	found, err := readPayments(ctx, db, `p.id = $1 OR p.serial_number = $2`, id, number)
	if err == nil && len(found) == 0 {
		return Payment{}, reason.New(reason.ReceiptNotFound)
	}
	if err != nil {
		return Payment{}, err
	}
	return found[0], nil
}

func readPayments(ctx context.Context, db postgres.DB, where string, args ...any) ([]Payment, error) {
	rows, err := db.Query(ctx, `SELECT `+paymentColumns+` FROM payment p WHERE `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("repay: payments: %w", postgres.Reason(err))
	}
	payments, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Payment])
	if err != nil {
		return nil, fmt.Errorf("repay: payments: %w", postgres.Reason(err))
	}
	return payments, nil
}

// RefundSearch says which refunds an operator looks for.
type RefundSearch struct {
	States  []RefundState
	OrderID *uuid.UUID
	// Before is when the last refund of the page before was created; zero for the first page.
	Before time.Time
	Limit  int
}

// Refunds reads refunds, the newest first.
func Refunds(ctx context.Context, db postgres.DB, s RefundSearch) ([]Refund, error) {
	var before *time.Time
	if !s.Before.IsZero() {
		before = &s.Before
	}
	rows, err := db.Query(ctx, `
		SELECT `+refundColumns+` FROM refund r
		WHERE ($1::text[] IS NULL OR r.state = ANY ($1)) AND ($2::uuid IS NULL OR r.order_id = $2)
			AND ($3::timestamptz IS NULL OR r.created_at < $3)
		ORDER BY r.created_at DESC, r.id DESC LIMIT $4`, s.States, s.OrderID, before, s.Limit)
	if err != nil {
		return nil, fmt.Errorf("repay: refunds: %w", postgres.Reason(err))
	}
	refunds, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Refund])
	if err != nil {
		return nil, fmt.Errorf("repay: refunds: %w", postgres.Reason(err))
	}
	return refunds, nil
}
