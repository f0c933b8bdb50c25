package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// Everything that was paid on a loan whose payout came back was sent back. If the bank then takes a part of it as well,
// the payer has that part twice. The order has ended and nobody is asked to pay, so the decision raises an alarm, as
// the reversal of the whole payment does.
func TestPartialReversalOfRefundedPaymentRaisesAlarm(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	w.days(10)
	first := w.receive(t, w.intent(t, paid, repay.ForRepayment, 700_000).Code, 700_000)
	w.payoutBack(t, paid)
	w.refundAll(t)
	w.takeBackPart(t, first, 300_000, "RV-1")
	require.Equal(t, []repay.AlarmKind{repay.PartlyReversedAlarm}, w.alarms(t))
	require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-1")))
	require.Equal(t, int64(300_000), w.facts(t, paid).Balance.Owed())
	require.Equal(t, loan.CancelledBySystem, w.facts(t, paid).Order.Status)
	require.Equal(t, []repay.AlarmKind{repay.ReturnedAndReversedAlarm}, w.alarms(t))
	w.reconciled(t)
}

// Nothing was sent back yet when the bank took the part. The rest is, and nobody has anything twice.
func TestPartialReversalBeforeRefundRaisesNoAlarm(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	w.days(10)
	first := w.receive(t, w.intent(t, paid, repay.ForRepayment, 700_000).Code, 700_000)
	w.payoutBack(t, paid)
	w.takeBackPart(t, first, 300_000, "RV-1")
	require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-1")))
	w.refundAll(t)
	require.Equal(t, 400_000, w.refunded(t))
	w.empty(t, paid)
	require.Empty(t, w.alarms(t))
}
