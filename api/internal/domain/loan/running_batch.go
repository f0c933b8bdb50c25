package loan

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// QueueLockRunning holds the rows of order and loan, in this order, until the transaction ends. What is read after it in
// the batch is what the last holder of the lock has written.
func QueueLockRunning(b *pgx.Batch, order uuid.UUID) {
	b.Queue(`SELECT FROM loan_order o JOIN loan l ON l.order_id = o.id WHERE o.id = $1 FOR NO KEY UPDATE OF o, l`, order)
}

// DueInstalment is a loan that is not settled, as a look for due dates finds it.
type DueInstalment struct {
	OrderID uuid.UUID
	DueDate money.Date
}

// DueBefore lists the loans of a region that are not settled and fall due on a day or later, by due date and id, the
// latest first: at most n of those before a due date and id.
func DueBefore(region string, from, dueDate money.Date, order uuid.UUID, n int) postgres.Query[[]DueInstalment] {
	return postgres.Rows[DueInstalment]("loan: due", `
		SELECT l.order_id, l.due_date FROM loan l JOIN loan_order o ON o.id = l.order_id
		WHERE l.settled_on IS NULL AND o.region = $1 AND l.due_date >= $2 AND (l.due_date, l.order_id) < ($3::date, $4::uuid)
		ORDER BY l.due_date DESC, l.order_id DESC LIMIT $5`, region, from, dueDate, order, n)
}

// AllIDs lists every loan there ever was, in the order of their ids after one, at most n.
func AllIDs(after uuid.UUID, n int) postgres.Query[[]uuid.UUID] {
	return postgres.Column[uuid.UUID]("loan: all", `SELECT order_id FROM loan WHERE order_id > $1 ORDER BY order_id LIMIT $2`, after, n)
}

// Numbers gives the numbers that borrowers know orders by.
func Numbers(orders []uuid.UUID) postgres.Query[map[uuid.UUID]string] {
	type row struct {
		ID      uuid.UUID
		OrderNo string
	}
	rows := postgres.Rows[row]("loan: numbers", `SELECT id, order_no FROM loan_order WHERE id = ANY($1)`, orders)
	return postgres.Then(rows, func(rows []row) (map[uuid.UUID]string, error) {
		numbers := make(map[uuid.UUID]string, len(rows))
		for _, r := range rows {
			numbers[r.ID] = r.OrderNo
		}
		return numbers, nil
	})
}
