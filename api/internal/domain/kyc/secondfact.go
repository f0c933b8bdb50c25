package kyc

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// SecondFact is the last four characters of the ID number, which a new device of a verified member must give in addition to the
// SMS code. They are stored unencrypted for use in lists.
type SecondFact struct{}

// Known reports whether the member has a second fact, which means a proved identity.
func (SecondFact) Known(ctx context.Context, db postgres.DB, memberID uuid.UUID) (bool, error) {
	return Proved(memberID).Read(ctx, db)
}

// Matches reports whether last4 are the last four characters of the member's ID number.
func (SecondFact) Matches(ctx context.Context, db postgres.DB, memberID uuid.UUID, last4 string) (bool, error) {
	var matches bool
	const compare = `SELECT EXISTS (SELECT FROM identity WHERE member_id = $1 AND id_last4 = $2)`
	if err := db.QueryRow(ctx, compare, memberID, last4).Scan(&matches); err != nil {
		return false, fmt.Errorf("kyc: second fact: %w", postgres.Reason(err))
	}
	return matches, nil
}
