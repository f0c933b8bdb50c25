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

// Running is a paid-out order with its loan and its extensions.
type Running struct {
	Order      Order
	Loan       Loan
	Extensions []Extension
}

// Row is an order, and its loan if it was paid out, as read from the tables. A flow that reads data of other packages in the same
// statement embeds it and selects RowColumns from RowTables.
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

// Running returns the order with its loan, or nil before the disbursement.
func (r Row) Running() *Running {
	if r.DisbursedOn.IsZero() {
		return nil
	}
	// Sorted here because setting up a sort takes PostgreSQL longer than finding the rows.
	slices.SortFunc(r.Extensions, func(a, b Extension) int { return cmp.Compare(a.Seq, b.Seq) })
	return &Running{Order: r.Order, Extensions: r.Extensions, Loan: Loan{
		OrderID: r.ID, Principal: r.LoanPrincipal, ActualReceived: r.ActualReceived, DisbursedOn: r.DisbursedOn,
		FirstDueDate: r.FirstDueDate, DueDate: r.DueDate, InterestAtDue: r.InterestAtDue, TotalAtDue: r.TotalAtDue,
		SettledOn: r.SettledOn, SettledAt: r.SettledAt, ReturnedOn: r.ReturnedOn,
	}}
}

// RowTables are the tables of a Row: o is the order, l its loan, which may be missing.
const RowTables = `loan_order o LEFT JOIN loan l ON l.order_id = o.id`

// RowColumns are the columns of a Row, named like its fields.
var RowColumns = orderColumns + `, COALESCE(l.principal, 0) AS loan_principal, COALESCE(l.actual_received, 0) AS actual_received,
	l.disbursed_on, l.first_due_date, l.due_date, COALESCE(l.interest_at_due, 0) AS interest_at_due, COALESCE(l.total_at_due, 0) AS total_at_due,
	l.settled_on, l.settled_at, l.returned_on, ` + postgres.SelectRowArray[Extension]("e", `FROM loan_extension e WHERE e.order_id = o.id`) + ` AS extensions`

// QueueLockRunning locks the rows of the order and its loan, in this order, until the transaction ends. Later reads in the batch
// see what the previous holder of the lock wrote.
func QueueLockRunning(b *pgx.Batch, order uuid.UUID) {
	b.Queue(`SELECT FROM loan_order o JOIN loan l ON l.order_id = o.id WHERE o.id = $1 FOR NO KEY UPDATE OF o, l`, order)
}

// QueueLoan inserts the loan of a disbursed order.
func QueueLoan(b *pgx.Batch, member uuid.UUID, l Loan) {
	b.Queue(`
		INSERT INTO loan (order_id, member_id, principal, actual_received, disbursed_on, first_due_date, due_date, interest_at_due, total_at_due)
		VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
		l.OrderID, member, l.Principal, l.ActualReceived, l.DisbursedOn, l.DueDate, l.InterestAtDue, l.TotalAtDue)
}

// QueueSettle marks a loan as repaid on a value date. It does nothing if the loan is already settled.
func QueueSettle(b *pgx.Batch, order uuid.UUID, on money.Date, at time.Time) {
	b.Queue(`
		WITH settled AS (UPDATE loan SET settled_on = $2, settled_at = $3 WHERE order_id = $1 AND settled_on IS NULL RETURNING order_id),
		closed AS (UPDATE loan_order SET repay_status = 3, closed_at = $3 WHERE id IN (SELECT order_id FROM settled))
		INSERT INTO order_event (order_id, from_status, to_status, event, actor, at)
		SELECT order_id, 9, 9, 'settled', 'system', $3 FROM settled`, order, on, at)
}

// QueueResettle changes the value date of a settlement, because a payment turned out to be older, or was reversed and another one
// covers the debt. The time of the settlement and its documents stay.
func QueueResettle(b *pgx.Batch, order uuid.UUID, on money.Date) {
	b.Queue(`UPDATE loan SET settled_on = $2 WHERE order_id = $1 AND settled_on IS NOT NULL`, order, on)
}

// QueueReopen takes a settlement back because a payment was reversed. It does nothing if the loan is not settled.
func QueueReopen(b *pgx.Batch, order uuid.UUID, at time.Time) {
	b.Queue(`
		WITH reopened AS (UPDATE loan SET settled_on = NULL, settled_at = NULL WHERE order_id = $1 AND settled_on IS NOT NULL RETURNING order_id),
		opened AS (UPDATE loan_order SET repay_status = 1, closed_at = NULL, reopened_at = $2 WHERE id IN (SELECT order_id FROM reopened))
		INSERT INTO order_event (order_id, from_status, to_status, event, actor, at)
		SELECT order_id, 9, 9, 'reopened', 'bank', $2 FROM reopened`, order, at)
}

// QueueReturn records that the payout of a loan was returned: nothing is owed from that date on. It overwrites an earlier settlement.
func QueueReturn(b *pgx.Batch, order uuid.UUID, on money.Date, at time.Time) {
	b.Queue(`UPDATE loan SET returned_on = $2, settled_on = $2, settled_at = $3 WHERE order_id = $1 AND returned_on IS NULL`, order, on, at)
}

// PaidOutOf lists a member's paid-out orders, oldest loan first, or only the given one if it is not nil. An order of another
// member is reason.OrderNotFound.
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

// AllIDs lists at most n loans of any state, with ids greater than after, in order of id.
func AllIDs(after uuid.UUID, n int) postgres.Query[[]uuid.UUID] {
	return postgres.Column[uuid.UUID]("loan: all", `SELECT order_id FROM loan WHERE order_id > $1 ORDER BY order_id LIMIT $2`, after, n)
}
