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

// BankTransfer is a movement of money with the bank's reference. It is positive for a payment, less its reversals, and for a
// returned refund that was not reported as a payment. It is negative for a successful refund.
type BankTransfer struct {
	Reference string
	Amount    int64
}

// bankTransfers needs a condition on payments p, one on sent refunds r and one on returned refunds r.
const bankTransfers = `
	SELECT p.gateway_reference, CASE WHEN EXISTS (SELECT FROM payment_reversal v WHERE v.payment_id = p.id) THEN 0
		ELSE p.amount - COALESCE((SELECT sum(amount) FROM partial_reversal v WHERE v.payment_id = p.id AND v.booked), 0)::bigint END
	FROM payment p WHERE p.gateway = $1 AND %s
	UNION ALL
	SELECT r.reference, -r.amount FROM refund r WHERE r.state IN ('succeeded', 'returned') AND NOT r.set_off AND %s
	UNION ALL
	SELECT r.return_reference, r.amount - r.return_fee FROM refund r WHERE r.state = 'returned' AND r.return_payment_id IS NULL AND %s`

// BankTransfersOf lists the movements of the given scopes: orders, and payments without an order. gateway is the name under which
// the bank reports payments.
func BankTransfersOf(ctx context.Context, db postgres.DB, gateway string, scopes []uuid.UUID) ([]BankTransfer, error) {
	const ofScopes = `(r.order_id = ANY($2) OR r.payment_id = ANY($2))`
	return readTransfers(ctx, db, fmt.Sprintf(bankTransfers, `(p.order_id = ANY($2) OR p.id = ANY($2))`, ofScopes, ofScopes), gateway, scopes)
}

// BankTransfersBy finds movements by the bank's references.
func BankTransfersBy(ctx context.Context, db postgres.DB, gateway string, references []string) ([]BankTransfer, error) {
	return readTransfers(ctx, db, fmt.Sprintf(bankTransfers, `p.gateway_reference = ANY($2)`, `r.reference = ANY($2)`, `r.return_reference = ANY($2)`), gateway, references)
}

// statementLines lists the movements as a bank statement shows them: payments in full, and reversals under references of their
// own. The reversal of a whole payment counts what earlier partial reversals left of it. It needs a condition on payments p, one
// on reversals v (used for both kinds), and one each on sent and returned refunds r.
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

// StatementLinesBy finds the movements of a statement by their references.
func StatementLinesBy(ctx context.Context, db postgres.DB, gateway string, references []string) ([]BankTransfer, error) {
	return readTransfers(ctx, db, fmt.Sprintf(statementLines, `p.gateway_reference = ANY($2)`, `v.gateway_reference = ANY($2)`, `r.reference = ANY($2)`,
		`r.return_reference = ANY($2)`), gateway, references)
}

// StatementLinesBetween lists the movements of the business dates first to last, both inclusive; from and to are their first
// instant and the first one after them. A payment counts at the time that the bank gives it. Everything else counts on the bank's
// booking day, or if that is unknown, on the day on which it was reported to us.
func StatementLinesBetween(ctx context.Context, db postgres.DB, gateway string, first, last money.Date, from, to time.Time) ([]BankTransfer, error) {
	onDays := func(day, heard string) string {
		return `(` + day + ` BETWEEN $2 AND $3 OR ` + day + ` IS NULL AND ` + heard + ` >= $4 AND ` + heard + ` < $5)`
	}
	// The conditions before the days are the ones that indexes support.
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

// Suspended reads the amounts of those of the payments that are in suspense, keyed by payment id.
func Suspended(payments []uuid.UUID) postgres.Query[map[uuid.UUID]int64] {
	return postgres.Map[uuid.UUID, int64]("repay: suspense", `SELECT id, amount FROM payment WHERE state = 'suspense' AND id = ANY($1)`, payments)
}

// ReturnFees reads the fees that banks kept from returned refunds, keyed by refund id. owners are orders, and payments without an order.
func ReturnFees(owners ...uuid.UUID) postgres.Query[map[uuid.UUID]int64] {
	return postgres.Map[uuid.UUID, int64]("repay: return fees", `
		SELECT id, return_fee FROM refund WHERE return_fee > 0 AND (order_id = ANY($1) OR payment_id = ANY($1))`, owners)
}

// ListWithoutOrder lists at most n payments without an order, with ids greater than after, in order of id.
func ListWithoutOrder(after uuid.UUID, n int) postgres.Query[[]uuid.UUID] {
	return postgres.Column[uuid.UUID]("repay: payments without an order", `SELECT id FROM payment WHERE order_id IS NULL AND id > $1 ORDER BY id LIMIT $2`, after, n)
}
