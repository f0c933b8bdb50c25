package kyc

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// SecondFact tells what a new device of a known person has to name beside the SMS code: the last four characters of the
// ID number, which are kept in clear for lists.
type SecondFact struct{}

// Known reports whether the member's identity is verified.
func (SecondFact) Known(ctx context.Context, db postgres.DB, memberID uuid.UUID) (bool, error) {
	var known bool
	err := db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM identity WHERE member_id = $1)`, memberID).Scan(&known)
	if err != nil {
		return false, fmt.Errorf("kyc: second fact: %w", postgres.Reason(err))
	}
	return known, nil
}

// Matches reports whether last4 are the last four characters of their ID number.
func (SecondFact) Matches(ctx context.Context, db postgres.DB, memberID uuid.UUID, last4 string) (bool, error) {
	var matches bool
	const compare = `SELECT EXISTS (SELECT FROM identity WHERE member_id = $1 AND id_last4 = $2)`
	if err := db.QueryRow(ctx, compare, memberID, last4).Scan(&matches); err != nil {
		return false, fmt.Errorf("kyc: second fact: %w", postgres.Reason(err))
	}
	return matches, nil
}

// FrontFile is the picture of the front of a member's ID; nil while there is no identity.
func FrontFile(member uuid.UUID) postgres.Query[*uuid.UUID] {
	type row struct{ FrontFileID *uuid.UUID }
	found := postgres.Row[row]("kyc: front file", `SELECT front_file_id FROM identity WHERE member_id = $1`, member)
	return postgres.Then(found, func(r *row) (*uuid.UUID, error) {
		if r == nil {
			return nil, nil
		}
		return r.FrontFileID, nil
	})
}
