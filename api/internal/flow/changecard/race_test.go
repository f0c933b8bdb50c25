package changecard_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/changecard"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A card passes its review while the borrower chooses it. If the change read the card before the review ended, and the
// review looked for waiting orders before the change was written, the order would wait forever.
func TestChangeWaitsForConcurrentReviewOfCard(t *testing.T) {
	t.Parallel()
	l, who, o := failedPayout(t)
	second := l.Card(t, who.ID, 0)
	review, err := l.Pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = review.Exec(t.Context(), `UPDATE bank_card SET status = 1 WHERE id = $1`, second)
	require.NoError(t, err)
	require.NoError(t, changecard.Reviewed(t.Context(), review, second, true, l.Clock.Now()))

	type result struct {
		ref loan.Ref
		err error
	}
	done := postgrestest.Waits(t, review, func() result {
		ref, err := l.ChangeCard.Do(t.Context(), flowtest.WithNewKey(who, "order/changeCard"), o.ID, second)
		return result{ref, err}
	})
	require.NoError(t, done.err)
	require.Equal(t, loan.Disbursing, done.ref.Status)
	require.Nil(t, l.Order(t, o.ID).PendingCardID)
}
