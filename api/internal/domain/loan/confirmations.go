package loan

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Confirmations are what a member has agreed to borrow. An offer that waits is not among them.
type Confirmations struct {
	// Principal is that of money on its way and of running loans, in minor units.
	Principal int64
	// Today counts what was confirmed since the day began, whatever became of it.
	Today int
}

// ConfirmationsOf reads them; day is when the business date began.
func ConfirmationsOf(member uuid.UUID, day time.Time) postgres.Query[Confirmations] {
	return postgres.Then(postgres.Rows[Confirmations]("loan: confirmations", `
		SELECT COALESCE(sum(principal) FILTER (WHERE status IN (5, 6) OR `+running+`), 0)::bigint AS principal,
			count(*) FILTER (WHERE confirmed_at >= $2) AS today
		FROM loan_order o WHERE member_id = $1`, member, day), func(rows []Confirmations) (Confirmations, error) { return rows[0], nil })
}
