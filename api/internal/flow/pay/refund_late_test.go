package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// A payment has two refunds, because an older payment made more of it too much. The first one fails after the second
// one has succeeded. Its money waits for an operator, who may be paying it at the bank, so the next event must not send
// it again.
func TestRefundFailingAfterALaterOneWaitsForOperator(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	e := w.receive(t, payoff.Code, payoff.Amount+100_000)
	first := w.refundOf(t, e)
	unheard := w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Unknown}}})
	_, err := unheard.Refund(t.Context(), first.ID)
	require.NoError(t, err)

	w.days(1)
	w.receiveAt(t, payoff.Code, 50_000, w.clock.Now().AddDate(0, 0, -2))
	second := w.refundOf(t, e)
	require.NotEqual(t, first.ID, second.ID)
	require.Zero(t, w.refund(t, second.ID))
	w.days(1)
	fails := w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Failed, FailureReason: payment.AccountClosed}}})
	_, err = fails.Refund(t.Context(), first.ID)
	require.NoError(t, err)
	require.Equal(t, []repay.AlarmKind{repay.RefundFailedAlarm}, w.alarms(t))

	w.receiveAt(t, payoff.Code, 20_000, w.clock.Now().AddDate(0, 0, -3))
	require.Zero(t, w.count(t, `SELECT count(*) FROM refund WHERE state IN ('created', 'unknown')`))
	state, facts := w.state(t, paid), w.facts(t, paid)
	require.GreaterOrEqual(t, facts.Held(state, w.payment(t, e).ID), int64(100_000))
	w.reconciled(t)

	sent, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.NoError(t, err)
	require.Equal(t, 1, sent)
	w.refundAll(t)
	require.Zero(t, w.state(t, paid).Overpaid())
	w.reconciled(t)
}
