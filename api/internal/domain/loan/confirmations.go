package loan

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Confirmations sums up the offers that a member has confirmed. Offers that wait for confirmation do not count.
type Confirmations struct {
	// Principal is the total of loans being paid out and of running loans, in minor units.
	Principal int64
	// Today is the number of offers confirmed since the business day began, whatever their outcome.
	Today int
}

// ConfirmationsOf reads the confirmations of a member. day is the instant at which the business date began.
func ConfirmationsOf(member uuid.UUID, day time.Time) postgres.Query[Confirmations] {
	return postgres.Then(postgres.Rows[Confirmations]("loan: confirmations", `
		SELECT COALESCE(sum(principal) FILTER (WHERE status IN (5, 6) OR `+running+`), 0)::bigint AS principal,
			count(*) FILTER (WHERE confirmed_at >= $2) AS today
		FROM loan_order o WHERE member_id = $1`, member, day), func(rows []Confirmations) (Confirmations, error) { return rows[0], nil })
}
