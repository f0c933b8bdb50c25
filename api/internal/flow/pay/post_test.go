package pay_test

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

func TestPaymentsOfALoanAreNumberedFromOne(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	for n := 1; n <= 3; n++ {
		e := w.receive(t, w.intent(t, paid, repay.ForRepayment, 100_000).Code, 100_000)
		seq := w.payment(t, e).Seq
		require.NotNil(t, seq)
		require.Equal(t, n, *seq)
	}
}

// requireNotices checks the notices that the borrowers have got so far, in any order.
func (w *fixture) requireNotices(t *testing.T, kinds ...string) {
	t.Helper()
	rows, err := w.pool.Query(t.Context(), `SELECT kind FROM notice`)
	require.NoError(t, err)
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.ElementsMatch(t, kinds, got)
}

// The borrower is notified of the outcome of each payment. An open intent for a part stays valid until the due date
// moves.
func TestBorrowerIsNotifiedOfTheOutcomeOfEachPayment(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	notices := func(kinds ...string) { t.Helper(); w.requireNotices(t, kinds...) }
	part := w.intent(t, paid, repay.ForRepayment, 100_000)
	bought := w.extension(t, paid, w.choices(t, paid)[0])
	next := w.intent(t, paid, repay.ForRepayment, 200_000)
	state := func() repay.IntentState {
		seen, err := w.intents.Intent(t.Context(), paid.MemberID, next.ID)
		require.NoError(t, err)
		return seen.State
	}
	w.receive(t, part.Code, part.Amount)
	notices("payment_received")
	require.Equal(t, repay.Open, state())
	w.receive(t, bought.Code, bought.Amount)
	notices("payment_received", "extended")
	require.Equal(t, repay.Replaced, state())

	late := w.extension(t, paid, w.choices(t, paid)[0])
	w.days(1)
	w.receive(t, late.Code, late.Amount)
	notices("payment_received", "extended", "not_extended")
	w.reconciled(t)
}

// The borrower is notified of a reversal once: by the notice of the reversal, or by that of the reopened loan.
func TestBorrowerIsNotifiedOfAReversalOnce(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	part := w.receive(t, w.intent(t, paid, repay.ForRepayment, 100_000).Code, 100_000)
	w.takeBack(t, part)
	w.requireNotices(t, "payment_received", "payment_reversed")

	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	last := w.receive(t, payoff.Code, payoff.Amount)
	w.requireNotices(t, "payment_received", "payment_reversed", "payment_received", "settled")
	more := w.receive(t, payoff.Code, 5_000)
	w.takeBack(t, more)
	w.requireNotices(t, "payment_received", "payment_reversed", "payment_received", "settled", "payment_received", "payment_reversed")
	w.takeBack(t, last)
	w.requireNotices(t, "payment_received", "payment_reversed", "payment_received", "settled", "payment_received", "payment_reversed", "reopened")
	w.reconciled(t)
}
