package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// One operator dismisses a partial reversal while another matches the payment to its loan. The decision finds the
// payment on the loan: what was too much is set off and sent back, as if the payment had been matched before.
func TestDecisionWaitsForConcurrentMatch(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.receive(t, "no code", w.state(t, paid).Owed.Total()+100_000)
	w.takeBackPart(t, e, 30_000, "RV-1")
	p, d := w.payment(t, e), w.decision(t, "RV-1")
	matched, decided := w.behind(t, paid,
		func() error { return w.flow.Match(t.Context(), p.ID, paid.OrderID, pay.MatchRepayment, "ops:ben") },
		func() error { return w.flow.DismissReversal(t.Context(), d) },
		`FROM payment WHERE id = $1 FOR NO KEY UPDATE`)
	require.NoError(t, matched)
	require.NoError(t, decided)
	w.refundAll(t)
	require.Equal(t, 70_000, w.refunded(t))
	require.Zero(t, w.state(t, paid).Overpaid())
	require.Equal(t, ledger.Balance{}, balance(t, w.pool, p.ID))
	require.Empty(t, w.alarms(t))
	w.reconciled(t)
}
