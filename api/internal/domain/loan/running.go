package loan

import (
	"cmp"
	"slices"
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

// Row is an order as its tables hold it, with its loan where its money went out. A flow that reads what other packages keep
// of an order in the same statement embeds it, and selects RowColumns from RowTables.
type Row struct {
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
	ReturnedOn     money.Date
	Extensions     postgres.RowArray[Extension]
}

// Running is the order with its loan; nil before the payout.
func (r Row) Running() *Running {
	if r.DisbursedOn.IsZero() {
		return nil
	}
	// Sorted here: PostgreSQL takes longer to set a sort up than to find the rows.
	slices.SortFunc(r.Extensions, func(a, b Extension) int { return cmp.Compare(a.Seq, b.Seq) })
	return &Running{Order: r.Order, Extensions: r.Extensions, Loan: Loan{
		OrderID: r.ID, Principal: r.LoanPrincipal, ActualReceived: r.ActualReceived, DisbursedOn: r.DisbursedOn,
		FirstDueDate: r.FirstDueDate, DueDate: r.DueDate, InterestAtDue: r.InterestAtDue, TotalAtDue: r.TotalAtDue,
		SettledOn: r.SettledOn, SettledAt: r.SettledAt, ReturnedOn: r.ReturnedOn,
	}}
}

// RowTables are what a Row is read from; o is the order, l its loan, which may be none.
const RowTables = `loan_order o LEFT JOIN loan l ON l.order_id = o.id`

// RowColumns are named like the fields of a Row.
var RowColumns = orderColumns + `, COALESCE(l.principal, 0) AS loan_principal, COALESCE(l.actual_received, 0) AS actual_received,
	l.disbursed_on, l.first_due_date, l.due_date, COALESCE(l.interest_at_due, 0) AS interest_at_due, COALESCE(l.total_at_due, 0) AS total_at_due,
	l.settled_on, l.settled_at, l.returned_on, ` + postgres.SelectRowArray[Extension]("e", `FROM loan_extension e WHERE e.order_id = o.id`) + ` AS extensions`

// QueueLockRunning holds the rows of order and loan, in this order, until the transaction ends. What is read after it in
// the batch is what the last holder of the lock has written.
func QueueLockRunning(b *pgx.Batch, order uuid.UUID) {
	b.Queue(`SELECT FROM loan_order o JOIN loan l ON l.order_id = o.id WHERE o.id = $1 FOR NO KEY UPDATE OF o, l`, order)
}

// QueueLoan writes the loan of a payout.
func QueueLoan(b *pgx.Batch, member uuid.UUID, l Loan) {
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
// taken back and another covers it. The settlement itself, and its documents, stay.
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

// QueueReturn writes that the payout of a loan came back: nothing is owed from that day on. What a settlement said before is
// no more.
func QueueReturn(b *pgx.Batch, order uuid.UUID, on money.Date, at time.Time) {
	b.Queue(`UPDATE loan SET returned_on = $2, settled_on = $2, settled_at = $3 WHERE order_id = $1 AND returned_on IS NULL`, order, on, at)
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

// AllIDs lists every loan there ever was, in the order of their ids after one, at most n.
func AllIDs(after uuid.UUID, n int) postgres.Query[[]uuid.UUID] {
	return postgres.Column[uuid.UUID]("loan: all", `SELECT order_id FROM loan WHERE order_id > $1 ORDER BY order_id LIMIT $2`, after, n)
}
