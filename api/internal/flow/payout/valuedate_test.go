package payout_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/offer"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// However late we learn that the bank has paid: the borrower has the money from the bank's value date, and interest and
// due date follow that.
func TestInterestAndDueDateFollowTheBanksValueDate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	vietnam := region.Get("vi")
	rapid.Check(t, func(r *rapid.T) {
		asked := now.Add(time.Duration(rapid.IntRange(0, 20_000).Draw(r, "asked, minutes")) * time.Minute)
		late := time.Duration(rapid.IntRange(0, 10_000).Draw(r, "late, minutes")) * time.Minute
		at := clock.NewManual(asked)
		w.flow = payout.New(w.pool, at, w.bank, accounts("19031234"))
		o := flowtest.Confirmed(r, w.pool, asked)
		w.bank.after = func() error { return errDown }
		_, err := w.run(o.ID)
		require.NoError(r, err)
		w.bank.after = nil
		at.Advance(late)
		_, err = w.run(o.ID)
		require.NoError(r, err)

		on := vietnam.Today(asked)
		want, err := offer.Quote(o.Terms, vietnam, o.Principal, o.TermDays, on)
		require.NoError(r, err)
		got, err := loan.RunningByID(o.ID).Read(r.Context(), w.pool)
		require.NoError(r, err)
		require.Equal(r, on, got.Loan.DisbursedOn)
		require.Equal(r, want.DueDate, got.Loan.DueDate)
		require.Equal(r, want.Interest, got.Loan.InterestAtDue)
		w.sound(r, o, true)
	})
}
