package loan

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// DueLoan is a loan that is not settled, with the day on which it falls due.
type DueLoan struct {
	OrderID uuid.UUID
	DueDate money.Date
}

// DueBefore lists the loans of a region that are not settled and fall due on a day or later, by due date and id, the
// latest first: at most n of those before a due date and id.
func DueBefore(region string, from, dueDate money.Date, order uuid.UUID, n int) postgres.Query[[]DueLoan] {
	return postgres.Rows[DueLoan]("loan: due", `
		SELECT l.order_id, l.due_date FROM loan l JOIN loan_order o ON o.id = l.order_id
		WHERE l.settled_on IS NULL AND o.region = $1 AND l.due_date >= $2 AND (l.due_date, l.order_id) < ($3::date, $4::uuid)
		ORDER BY l.due_date DESC, l.order_id DESC LIMIT $5`, region, from, dueDate, order, n)
}
