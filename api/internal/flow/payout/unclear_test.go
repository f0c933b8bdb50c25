package payout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// The borrower sees only once, after the first request, that the bank gave no clear answer.
func TestUnclearAnswerIsShownInTheTimelineOnce(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := flowtest.Confirmed(t, w.pool, now)
	w.bank.before = func() error { return errDown }
	w.bank.lookup = w.bank.before
	for range 3 {
		w.runExpectingRetry(t, o)
		var unclear int
		timeline, err := postgres.Value[postgres.RowArray[loan.TimelineEntry]]("test: timeline", `SELECT `+loan.TimelineRows(`$1`), o.ID).Read(t.Context(), w.pool)
		require.NoError(t, err)
		for _, line := range timeline {
			if line.Event == loan.PayoutUnclear {
				unclear++
			}
		}
		require.Equal(t, 1, unclear)
	}
}
