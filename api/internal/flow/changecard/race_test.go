package changecard_test

import (
	"testing"
	"time"

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
	l, who, o := failed(t)
	second := l.Card(t, who.ID, 0)
	review, err := l.Pool.Begin(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { _ = review.Rollback(t.Context()) })
	_, err = review.Exec(t.Context(), `UPDATE bank_card SET status = 1 WHERE id = $1`, second)
	require.NoError(t, err)
	require.NoError(t, changecard.Reviewed(t.Context(), review, second, true, l.Clock.Now()))

	type result struct {
		ref loan.Ref
		err error
	}
	changed := make(chan result, 1)
	go func() {
		ref, err := l.ChangeCard.Do(t.Context(), flowtest.WithNewKey(who, "order/changeCard"), o.ID, second)
		changed <- result{ref, err}
	}()
	require.Eventually(t, func() bool { return len(changed) > 0 || postgrestest.Blocks(t, review) }, time.Minute, 5*time.Millisecond)
	require.NoError(t, review.Commit(t.Context()))
	done := <-changed
	require.NoError(t, done.err)
	require.Equal(t, loan.Disbursing, done.ref.Status)
	require.Nil(t, l.Order(t, o.ID).PendingCardID)
}
