package repay

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// BankTransfer is money that moved, by the reference that the bank knows it by: positive for a payment, without what the
// bank has taken back of it, and for what came back of a refund where that was not reported as a payment; negative for a refund
// that has succeeded.
type BankTransfer struct {
	Reference string
	Amount    int64
}

// bankTransfers wants a condition on p, and two on r: that it went out, and that it came back.
const bankTransfers = `
	SELECT p.gateway_reference, CASE WHEN EXISTS (SELECT FROM payment_reversal v WHERE v.payment_id = p.id) THEN 0
		ELSE p.amount - COALESCE((SELECT sum(amount) FROM partial_reversal v WHERE v.payment_id = p.id AND v.booked), 0)::bigint END
	FROM payment p WHERE p.gateway = $1 AND %s
	UNION ALL
	SELECT r.reference, -r.amount FROM refund r WHERE r.state IN ('succeeded', 'returned') AND NOT r.set_off AND %s
	UNION ALL
	SELECT r.return_reference, r.amount - r.return_fee FROM refund r WHERE r.state = 'returned' AND r.return_payment_id IS NULL AND %s`

// BankTransfersOf lists what moved for orders, and for payments that have none. gateway is the name under which the bank
// reports payments.
func BankTransfersOf(ctx context.Context, db postgres.DB, gateway string, scopes []uuid.UUID) ([]BankTransfer, error) {
	const ofScopes = `(r.order_id = ANY($2) OR r.payment_id = ANY($2))`
	return readTransfers(ctx, db, fmt.Sprintf(bankTransfers, `(p.order_id = ANY($2) OR p.id = ANY($2))`, ofScopes, ofScopes), gateway, scopes)
}

// BankTransfersBy finds what moved by the bank's references.
func BankTransfersBy(ctx context.Context, db postgres.DB, gateway string, references []string) ([]BankTransfer, error) {
	return readTransfers(ctx, db, fmt.Sprintf(bankTransfers, `p.gateway_reference = ANY($2)`, `r.reference = ANY($2)`, `r.return_reference = ANY($2)`), gateway, references)
}

// statementLines are the movements as a bank's statement has them: a payment in full, and what was taken back of it under a
// reference of its own. Where parts were taken, the end of the payment is what they left. It wants a condition on p, one on
// each kind of reversal v, and two on r: that it went out, and that it came back.
const statementLines = `
	SELECT p.gateway_reference, p.amount FROM payment p WHERE p.gateway = $1 AND %[1]s
	UNION ALL
	SELECT v.gateway_reference, -(p.amount - COALESCE((SELECT sum(amount) FROM partial_reversal t WHERE t.payment_id = p.id AND t.booked), 0)::bigint)
	FROM payment_reversal v JOIN payment p ON p.id = v.payment_id WHERE p.gateway = $1 AND %[2]s
	UNION ALL
	SELECT v.gateway_reference, -v.amount FROM partial_reversal v JOIN payment p ON p.id = v.payment_id WHERE p.gateway = $1 AND v.booked AND %[2]s
	UNION ALL
	SELECT r.reference, -r.amount FROM refund r WHERE r.state IN ('succeeded', 'returned') AND NOT r.set_off AND %[3]s
	UNION ALL
	SELECT r.return_reference, r.amount - r.return_fee FROM refund r WHERE r.state = 'returned' AND r.return_payment_id IS NULL AND %[4]s`

// StatementLinesBy finds what moved by the references of a statement.
func StatementLinesBy(ctx context.Context, db postgres.DB, gateway string, references []string) ([]BankTransfer, error) {
	return readTransfers(ctx, db, fmt.Sprintf(statementLines, `p.gateway_reference = ANY($2)`, `v.gateway_reference = ANY($2)`, `r.reference = ANY($2)`,
		`r.return_reference = ANY($2)`), gateway, references)
}

// StatementLinesBetween lists what moved on some days, both included, which begin and end with two instants: a payment as the
// bank dates it, everything else on the day on which the bank says that it booked it, or told us where it does not say.
func StatementLinesBetween(ctx context.Context, db postgres.DB, gateway string, first, last money.Date, from, to time.Time) ([]BankTransfer, error) {
	onDays := func(day, heard string) string {
		return `(` + day + ` BETWEEN $2 AND $3 OR ` + day + ` IS NULL AND ` + heard + ` >= $4 AND ` + heard + ` < $5)`
	}
	// What stands in front of the days is what indexes have.
	const wentAbout = `COALESCE(r.bank_day, (r.finished_at AT TIME ZONE 'UTC')::date) BETWEEN $2::date - 1 AND $3::date + 1 AND `
	const cameBack = `r.return_reference IS NOT NULL AND `
	return readTransfers(ctx, db, fmt.Sprintf(statementLines, `p.paid_at >= $4 AND p.paid_at < $5`, onDays(`v.bank_day`, `v.reported_at`),
		wentAbout+onDays(`r.bank_day`, `r.finished_at`), cameBack+onDays(`r.return_bank_day`, `r.returned_at`)), gateway, first, last, from, to)
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

// ReturnFees reads what banks kept of the refunds of orders, and of payments that have none, that came back, by the refund.
func ReturnFees(owners ...uuid.UUID) postgres.Query[map[uuid.UUID]int64] {
	return postgres.Map[uuid.UUID, int64]("repay: return fees", `
		SELECT id, return_fee FROM refund WHERE return_fee > 0 AND (order_id = ANY($1) OR payment_id = ANY($1))`, owners)
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
