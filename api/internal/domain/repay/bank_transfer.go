package repay

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// BankTransfer is money that moved, by the reference that the bank knows it by: positive for a payment, without what the
// bank has taken back of it, negative for a refund that has succeeded.
type BankTransfer struct {
	Reference string
	Amount    int64
}

// bankTransfers wants a condition on p and one on r.
const bankTransfers = `
	SELECT p.gateway_reference, CASE WHEN EXISTS (SELECT FROM payment_reversal v WHERE v.payment_id = p.id) THEN 0
		ELSE p.amount - COALESCE((SELECT sum(amount) FROM partial_reversal v WHERE v.payment_id = p.id AND v.booked), 0)::bigint END
	FROM payment p WHERE p.gateway = $1 AND %s
	UNION ALL
	SELECT r.reference, -r.amount FROM refund r WHERE r.state = 'succeeded' AND %s`

// BankTransfersOf lists what moved for orders, and for payments that have none. gateway is the name under which the bank
// reports payments.
func BankTransfersOf(ctx context.Context, db postgres.DB, gateway string, scopes []uuid.UUID) ([]BankTransfer, error) {
	return readTransfers(ctx, db, fmt.Sprintf(bankTransfers, `(p.order_id = ANY($2) OR p.id = ANY($2))`, `(r.order_id = ANY($2) OR r.payment_id = ANY($2))`), gateway, scopes)
}

// BankTransfersBy finds what moved by the bank's references.
func BankTransfersBy(ctx context.Context, db postgres.DB, gateway string, references []string) ([]BankTransfer, error) {
	return readTransfers(ctx, db, fmt.Sprintf(bankTransfers, `p.gateway_reference = ANY($2)`, `r.reference = ANY($2)`), gateway, references)
}

func readTransfers(ctx context.Context, db postgres.DB, sql string, args ...any) ([]BankTransfer, error) {
	rows, err := db.Query(ctx, sql, args...)
	if err != nil {
		return nil, fmt.Errorf("repay: books: %w", postgres.Reason(err))
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[BankTransfer])
	if err != nil {
		return nil, fmt.Errorf("repay: books: %w", postgres.Reason(err))
	}
	return all, nil
}

// Suspended gives what payments among some ids that wait for their order come to, by id.
func Suspended(ctx context.Context, db postgres.DB, payments []uuid.UUID) (map[uuid.UUID]int64, error) {
	rows, err := db.Query(ctx, `SELECT id, amount FROM payment WHERE state = 'suspense' AND id = ANY($1)`, payments)
	if err != nil {
		return nil, fmt.Errorf("repay: suspense: %w", postgres.Reason(err))
	}
	waiting := map[uuid.UUID]int64{}
	var id uuid.UUID
	var amount int64
	if _, err := pgx.ForEachRow(rows, []any{&id, &amount}, func() error { waiting[id] = amount; return nil }); err != nil {
		return nil, fmt.Errorf("repay: suspense: %w", postgres.Reason(err))
	}
	return waiting, nil
}

// Unplaced lists the payments that have no order, in the order of their ids after one, at most n.
func Unplaced(ctx context.Context, db postgres.DB, after uuid.UUID, n int) ([]uuid.UUID, error) {
	rows, err := db.Query(ctx, `SELECT id FROM payment WHERE order_id IS NULL AND id > $1 ORDER BY id LIMIT $2`, after, n)
	if err != nil {
		return nil, fmt.Errorf("repay: payments: %w", postgres.Reason(err))
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, fmt.Errorf("repay: payments: %w", postgres.Reason(err))
	}
	return all, nil
}
