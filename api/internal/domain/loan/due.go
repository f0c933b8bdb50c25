package loan

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// DueLoan is an unsettled loan with its due date.
type DueLoan struct {
	OrderID uuid.UUID
	DueDate money.Date
}

// DueBefore lists at most n unsettled loans of a region that are due on from or later, ordered by due date and id, latest first,
// starting before the given due date and id.
func DueBefore(region string, from, dueDate money.Date, order uuid.UUID, n int) postgres.Query[[]DueLoan] {
	return postgres.Rows[DueLoan]("loan: due", `
		SELECT l.order_id, l.due_date FROM loan l JOIN loan_order o ON o.id = l.order_id
		WHERE l.settled_on IS NULL AND o.region = $1 AND l.due_date >= $2 AND (l.due_date, l.order_id) < ($3::date, $4::uuid)
		ORDER BY l.due_date DESC, l.order_id DESC LIMIT $5`, region, from, dueDate, order, n)
}
