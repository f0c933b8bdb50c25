package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// An extension that was undone with a part of its fee is not on the receipt any more.
func TestReceiptOfPartlyReversedFeeHasNoDueDate(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	c := w.choices(t, paid)[0]
	e := w.receive(t, w.extension(t, paid, c).Code, c.Fee)
	said := func() money.Date {
		r, err := w.flow.Receipt(t.Context(), paid.MemberID, w.payment(t, e).ID, lang.EN)
		require.NoError(t, err)
		return r.NewDueDate
	}
	w.takeBackPart(t, e, 10_000, "RV-1")
	require.Equal(t, c.NewDueDate, said(), "nobody has decided yet")
	require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-1")))
	require.Equal(t, money.MustDate(dueDate), w.facts(t, paid).Loan.DueDate)
	require.True(t, said().IsZero())
}
