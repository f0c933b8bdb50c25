package loan

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const loanColumns = `l.order_id, l.principal, l.actual_received, l.disbursed_on, l.first_due_date, l.due_date,
	l.interest_at_due, l.total_at_due, l.settled_on, l.settled_at`

func (l *Loan) fields() []any {
	return []any{
		&l.OrderID, &l.Principal, &l.ActualReceived, &l.DisbursedOn, &l.FirstDueDate, &l.DueDate,
		&l.InterestAtDue, &l.TotalAtDue, &l.SettledOn, &l.SettledAt,
	}
}

// Running is an order whose money went out, with its loan and the moves of its due date.
type Running struct {
	Order      Order
	Loan       Loan
	Extensions []Extension
}

// runningOf wants a condition on o behind it.
const runningOf = `SELECT ` + orderColumns + `, ` + loanColumns + `,
	COALESCE((SELECT jsonb_agg(jsonb_build_object('Seq', e.seq, 'EffectiveOn', e.effective_on, 'Days', e.days,
		'OldDueDate', e.old_due_date, 'NewDueDate', e.new_due_date, 'Fee', e.fee, 'PaymentID', e.payment_id) ORDER BY e.seq)
		FROM loan_extension e WHERE e.order_id = o.id), '[]')
	FROM loan_order o JOIN loan l ON l.order_id = o.id WHERE `

const runningSQL = runningOf + `o.id = $1`

// RunningByID reads a paid-out order; reason.OrderNotFound when no money went out.
func RunningByID(ctx context.Context, db postgres.DB, order uuid.UUID) (Running, error) {
	return running(db.QueryRow(ctx, runningSQL, order))
}

func running(row pgx.Row) (Running, error) {
	var r Running
	if err := row.Scan(append(append(r.Order.fields(), r.Loan.fields()...), &r.Extensions)...); err != nil {
		if errors.Is(err, pgx.ErrNoRows) {
			return Running{}, reason.New(reason.OrderNotFound)
		}
		return Running{}, fmt.Errorf("loan: read a loan: %w", postgres.Reason(err))
	}
	return r, nil
}

// QueueOpen writes the loan of a payout.
func QueueOpen(b *pgx.Batch, member uuid.UUID, l Loan) {
	b.Queue(`
		INSERT INTO loan (order_id, member_id, principal, actual_received, disbursed_on, first_due_date, due_date, interest_at_due, total_at_due)
		VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
		l.OrderID, member, l.Principal, l.ActualReceived, l.DisbursedOn, l.DueDate, l.InterestAtDue, l.TotalAtDue)
}

// QueueSettle marks a loan as paid back on a value date. It does nothing to a loan that is settled already.
func QueueSettle(b *pgx.Batch, order uuid.UUID, on money.Date, at time.Time) {
	b.Queue(`
		WITH settled AS (UPDATE loan SET settled_on = $2, settled_at = $3 WHERE order_id = $1 AND settled_on IS NULL RETURNING order_id),
		closed AS (UPDATE loan_order SET repay_status = 3, closed_at = $3 WHERE id IN (SELECT order_id FROM settled))
		INSERT INTO order_event (order_id, from_status, to_status, event, actor, at)
		SELECT order_id, 9, 9, 'settled', 'system', $3 FROM settled`, order, on, at)
}

// QueueResettle writes that a settled loan was settled on another value date: a payment turned out to be older, or was
// taken back and another covers it. The settlement itself, and its papers, stay.
func QueueResettle(b *pgx.Batch, order uuid.UUID, on money.Date) {
	b.Queue(`UPDATE loan SET settled_on = $2 WHERE order_id = $1 AND settled_on IS NOT NULL`, order, on)
}

// QueueReopen takes a settlement back: a payment was reversed. It does nothing to a loan that is not settled.
func QueueReopen(b *pgx.Batch, order uuid.UUID, at time.Time) {
	b.Queue(`
		WITH reopened AS (UPDATE loan SET settled_on = NULL, settled_at = NULL WHERE order_id = $1 AND settled_on IS NOT NULL RETURNING order_id),
		opened AS (UPDATE loan_order SET repay_status = 1, closed_at = NULL, reopened_at = $2 WHERE id IN (SELECT order_id FROM reopened))
		INSERT INTO order_event (order_id, from_status, to_status, event, actor, at)
		SELECT order_id, 9, 9, 'reopened', 'bank', $2 FROM reopened`, order, at)
}
