package payout_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// The bank has not declined the payout, and its look-up may lag. If an operator could resend or end the payout, the
// borrower might be paid twice.
func TestOperatorsCannotResendOrGiveUpUndeclinedPayout(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	late := &flowtest.LaggingBank{Gateway: w.bank.Sandbox}
	w.flow = payout.New(w.pool, clock.Fixed(now), late, accounts("19031234"))
	o := flowtest.Confirmed(t, w.pool, now)
	w.bank.after = func() error { return errDown }
	w.runExpectingRetry(t, o)
	require.ErrorIs(t, w.flow.Resend(t.Context(), o.ID, "ops:anna"), payout.ErrNotDeclined)
	_, err := w.flow.GiveUp(t.Context(), o.ID, "ops:anna")
	require.ErrorIs(t, err, payout.ErrNotDeclined)
	require.Zero(t, w.givenUp(t))
	require.Equal(t, loan.Disbursing, w.order(t, o.ID).Status)
}

// A loan begins with the amount that its contract promises. If the stored payout has another amount, nothing is sent.
func TestPayoutOfAnotherAmountIsNotSent(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := flowtest.Confirmed(t, w.pool, now)
	postgrestest.Fill(t, w.pool, fmt.Sprintf(`UPDATE disbursement SET amount = amount - 1 WHERE order_id = '%s'`, o.ID))
	_, err := w.run(o.ID)
	require.ErrorContains(t, err, "the terms require")
	require.Equal(t, loan.Disbursing, w.order(t, o.ID).Status)
	w.checkBooks(t, o, false)
}

// An outcome of another amount, for example of a payout that an earlier version sent, is not booked.
func TestPayoutOfAnotherAmountIsNotBooked(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	o := flowtest.Confirmed(t, w.pool, now)
	w.bank.after = func() error { return errDown }
	w.runExpectingRetry(t, o)
	postgrestest.Fill(t, w.pool, fmt.Sprintf(`UPDATE disbursement SET amount = amount - 1 WHERE order_id = '%s'`, o.ID))
	_, err := w.run(o.ID)
	require.ErrorContains(t, err, "the terms require")
	require.Equal(t, loan.Disbursing, w.order(t, o.ID).Status)
	balance, err := ledger.Balances(o.ID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Empty(t, balance)
}
