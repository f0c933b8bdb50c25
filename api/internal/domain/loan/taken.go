package loan

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Taken is what a member has agreed to borrow. An offer that waits is not in it.
type Taken struct {
	// Principal is that of money on its way and of running loans, in minor units.
	Principal int64
}

// TakenBy reads it.
func TakenBy(member uuid.UUID) postgres.Query[Taken] {
	return postgres.Then(postgres.Rows[Taken]("loan: taken", `
		SELECT COALESCE(sum(principal) FILTER (WHERE status IN (5, 6) OR (status = 9 AND repay_status <> 3)), 0)::bigint AS principal
		FROM loan_order WHERE member_id = $1`, member), func(rows []Taken) (Taken, error) { return rows[0], nil })
}
