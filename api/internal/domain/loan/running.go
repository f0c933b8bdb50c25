package loan

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Running is an order whose money went out, with its loan and the moves of its due date.
type Running struct {
	Order      Order
	Loan       Loan
	Extensions []Extension
}

// OrderWithLoan is an order whose money may have gone out.
type OrderWithLoan struct {
	Order   Order
	Running *Running
}

// runningRow is one as its tables hold it.
type runningRow struct {
	Order
	LoanPrincipal  int64
	ActualReceived int64
	DisbursedOn    money.Date
	FirstDueDate   money.Date
	DueDate        money.Date
	InterestAtDue  int64
	TotalAtDue     int64
	SettledOn      money.Date
	SettledAt      *time.Time
	Extensions     []Extension
}

func (r runningRow) running() Running {
	return Running{Order: r.Order, Extensions: r.Extensions, Loan: Loan{
		OrderID: r.ID, Principal: r.LoanPrincipal, ActualReceived: r.ActualReceived, DisbursedOn: r.DisbursedOn,
		FirstDueDate: r.FirstDueDate, DueDate: r.DueDate, InterestAtDue: r.InterestAtDue, TotalAtDue: r.TotalAtDue,
		SettledOn: r.SettledOn, SettledAt: r.SettledAt,
	}}
}

// paidOut reports whether there is a loan at all.
func (r runningRow) paidOut() bool { return !r.DisbursedOn.IsZero() }

const runningColumns = orderColumns + `, COALESCE(l.principal, 0) AS loan_principal, COALESCE(l.actual_received, 0) AS actual_received,
	l.disbursed_on, l.first_due_date, l.due_date, COALESCE(l.interest_at_due, 0) AS interest_at_due, COALESCE(l.total_at_due, 0) AS total_at_due,
	l.settled_on, l.settled_at,
	COALESCE((SELECT jsonb_agg(jsonb_build_object('Seq', e.seq, 'EffectiveOn', e.effective_on, 'Days', e.days,
		'OldDueDate', e.old_due_date, 'NewDueDate', e.new_due_date, 'Fee', e.fee, 'PaymentID', e.payment_id) ORDER BY e.seq)
		FROM loan_extension e WHERE e.order_id = o.id), '[]') AS extensions`

// RunningOf reads paid-out orders. Orders that were never paid out are not in the answer.
func RunningOf(orders ...uuid.UUID) postgres.Query[map[uuid.UUID]Running] {
	among, asked := postgres.Among(`o.id`, orders)
	rows := postgres.Rows[runningRow]("loan: running", `SELECT `+runningColumns+` FROM loan_order o JOIN loan l ON l.order_id = o.id WHERE `+among, asked)
	return postgres.Then(rows, func(rows []runningRow) (map[uuid.UUID]Running, error) {
		all := make(map[uuid.UUID]Running, len(rows))
		for _, row := range rows {
			all[row.ID] = row.running()
		}
		return all, nil
	})
}

// WithLoan reads an order of a member and, where its money went out, the same with its loan; nil before. Somebody else's
// is reason.OrderNotFound.
func WithLoan(member, order uuid.UUID) postgres.Query[OrderWithLoan] {
	return postgres.Then(withLoans(`o.id = $1 AND o.member_id = $2`, order, member), func(found []OrderWithLoan) (OrderWithLoan, error) {
		if len(found) == 0 {
			return OrderWithLoan{}, reason.New(reason.OrderNotFound)
		}
		return found[0], nil
	})
}

func withLoans(where string, args ...any) postgres.Query[[]OrderWithLoan] {
	rows := postgres.Rows[runningRow]("loan: orders with loans", `SELECT `+runningColumns+` FROM loan_order o LEFT JOIN loan l ON l.order_id = o.id WHERE `+where, args...)
	return postgres.Then(rows, func(rows []runningRow) ([]OrderWithLoan, error) {
		found := make([]OrderWithLoan, len(rows))
		for i, row := range rows {
			found[i].Order = row.Order
			if row.paidOut() {
				running := row.running()
				found[i].Running = &running
			}
		}
		return found, nil
	})
}

// RunningByID reads a paid-out order; reason.OrderNotFound when no money went out.
func RunningByID(order uuid.UUID) postgres.Query[Running] {
	return postgres.Then(RunningOf(order), func(all map[uuid.UUID]Running) (Running, error) {
		running, paidOut := all[order]
		if !paidOut {
			return Running{}, reason.New(reason.OrderNotFound)
		}
		return running, nil
	})
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

// PaidOutOf lists a member's orders whose money went out, the oldest loan first; only the given one where it is not nil.
// Somebody else's order is reason.OrderNotFound.
func PaidOutOf(member uuid.UUID, only *uuid.UUID) postgres.Query[[]uuid.UUID] {
	ids := postgres.Column[uuid.UUID]("loan: paid out", `
		SELECT order_id FROM loan WHERE member_id = $1 AND ($2::uuid IS NULL OR order_id = $2) ORDER BY disbursed_on, order_id`, member, only)
	return postgres.Then(ids, func(found []uuid.UUID) ([]uuid.UUID, error) {
		if only != nil && len(found) == 0 {
			return nil, reason.New(reason.OrderNotFound)
		}
		return found, nil
	})
}
