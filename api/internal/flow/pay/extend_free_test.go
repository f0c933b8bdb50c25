package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// So little principal is left that its fee rounds to nothing. Then nothing can be paid, and the extension is free.
func TestExtensionFeeRoundedToZeroIsFree(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	terms := flowtest.Terms()
	terms.ExtensionUnpaid = false
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{Terms: terms})
	rest := w.state(t, paid).Owed.Total() - 30
	w.receive(t, w.intent(t, paid, repay.ForRepayment, rest).Code, rest)
	q, err := w.intents.ExtendQuote(t.Context(), paid.MemberID, paid.OrderID)
	require.NoError(t, err)
	require.Zero(t, q.Choices[0].Fee, "1.5 % of 30")
	require.True(t, q.UnpaidAllowed)
	require.False(t, q.PaidAllowed)
	_, err = w.intents.Extend(t.Context(), w.key(paid.MemberID), ask(paid, q.Choices[0], false))
	require.NoError(t, err)
}
