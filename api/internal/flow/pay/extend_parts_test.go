package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// The bank took a part of the fee while the payment was in suspense, the rest was sent back and came back. What is left
// is less than the fee, so it buys no extension.
func TestPartlyReversedFeeBuysNoExtension(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	c := w.choices(t, paid)[0]
	w.extension(t, paid, c)
	e := w.receive(t, "gia han", c.Fee)
	p := w.payment(t, e)
	w.takeBackPart(t, e, 10_000, "RV-1")
	require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
	w.refundAll(t)
	w.refundBack(t, w.newest(t))
	require.Equal(t, repay.Suspense, w.payment(t, e).State)

	before := w.rows(t)
	require.ErrorIs(t, w.flow.Match(t.Context(), p.ID, paid.OrderID, pay.MatchExtensionFee, "ops:anna"), pay.ErrFeeMismatch)
	require.Equal(t, before, w.rows(t))
	require.NoError(t, w.flow.Match(t.Context(), p.ID, paid.OrderID, pay.MatchRepayment, "ops:anna"))
	require.Equal(t, c.Fee-10_000, w.state(t, paid).Repaid.Total())
	facts := w.facts(t, paid)
	require.Equal(t, money.MustDate(dueDate), facts.Loan.DueDate)
	require.Equal(t, facts.Loan.DueDate, facts.DueDate(w.today()), "the row and the history say the same due date")
	w.reconciled(t)
}
