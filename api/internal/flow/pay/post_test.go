package pay_test

import (
	"testing"

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
