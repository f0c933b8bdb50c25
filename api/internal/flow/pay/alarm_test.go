package pay_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// alarm returns the only open alarm of a kind.
func (w *fixture) alarm(t *testing.T, kind repay.AlarmKind) (id uuid.UUID) {
	t.Helper()
	open, err := repay.OpenAlarms(paging.First(999)).Read(t.Context(), w.pool)
	require.NoError(t, err)
	for _, a := range open.Rows {
		if a.Kind == kind {
			require.Zero(t, id)
			id = a.ID
		}
	}
	require.NotZero(t, id)
	return id
}

func (w *fixture) waiting(t *testing.T, kind repay.AlarmKind) int64 {
	t.Helper()
	all, err := repay.WaitingLines().Read(t.Context(), w.pool)
	require.NoError(t, err)
	for _, line := range all {
		if line.Kind == string(kind) {
			require.Equal(t, line.Count > 0, line.Since != nil)
			return line.Count
		}
	}
	require.Fail(t, "there is no line of this kind", kind)
	return 0
}

func (w *fixture) closeAlarm(t *testing.T, id uuid.UUID) error {
	t.Helper()
	return w.flow.CloseAlarm(t.Context(), id, "anna", "seen")
}

func TestAlarmIsClosedOnceInTheOperatorsName(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.receive(t, w.intent(t, paid, repay.ForRepayment, 400_000).Code, 400_000)
	e.ID, e.Amount = "other", 500_000
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
	id := w.alarm(t, repay.PaymentContradictedAlarm)
	require.ErrorIs(t, w.closeAlarm(t, uuid.New()), pay.ErrNoAlarm)
	require.NoError(t, w.closeAlarm(t, id))
	require.ErrorIs(t, w.closeAlarm(t, id), pay.ErrNoAlarm)
	require.Empty(t, w.alarms(t))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM payment_alarm WHERE closed_by = 'anna' AND note = 'seen'`))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'alarm.close' AND actor = 'ops:anna' AND subject = 'payment_alarm:' || $1`, id.String()))
}

// If the audit entry cannot be written, the change is rolled back.
func TestAlarmStaysOpenIfTheAuditEntryFails(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.receive(t, w.intent(t, paid, repay.ForRepayment, 400_000).Code, 400_000)
	e.ID, e.Amount = "other", 500_000
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
	postgrestest.RefuseAudit(t, w.pool)
	require.Error(t, w.closeAlarm(t, w.alarm(t, repay.PaymentContradictedAlarm)))
	require.Equal(t, []repay.AlarmKind{repay.PaymentContradictedAlarm}, w.alarms(t))
}

// The alarm of a failed refund is the only reminder of its money.
func TestFailedRefundAlarmStaysOpenWhileItsMoneyIsHeld(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount+70_000)
	fails := w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Failed, FailureReason: payment.AccountClosed}}})
	_, err := fails.Refund(t.Context(), w.newest(t).ID)
	require.NoError(t, err)
	id := w.alarm(t, repay.RefundFailedAlarm)
	require.ErrorIs(t, w.closeAlarm(t, id), pay.ErrOverpaymentHeld)
	require.Equal(t, int64(1), w.waiting(t, repay.RefundFailedAlarm))

	_, err = w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.NoError(t, err)
	require.NoError(t, w.closeAlarm(t, id), "the money is being sent, and a failure raises another alarm")
	w.refundAll(t)
	w.refundBack(t, w.newest(t))
	id = w.alarm(t, repay.RefundReturnedAlarm)
	require.ErrorIs(t, w.closeAlarm(t, id), pay.ErrOverpaymentHeld)
	w.byHand(t, "FT-1", 70_000)
	require.NoError(t, w.bookHandPayment(t, w.newest(t).Reference, "FT-1"))
	require.NoError(t, w.closeAlarm(t, id))
	require.Empty(t, w.alarms(t))
	w.reconciled(t)
}

// A payment in suspense is still listed there after its alarm is closed.
func TestFailedReturnAlarmCanBeClosed(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e := w.receive(t, "nobody's", 300_000)
	require.NoError(t, w.flow.Return(t.Context(), w.payment(t, e).ID, "ops:anna"))
	_, err := w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Failed}}}).Refund(t.Context(), w.refundID(t))
	require.NoError(t, err)
	require.NoError(t, w.closeAlarm(t, w.alarm(t, repay.RefundFailedAlarm)))
	require.Equal(t, int64(1), w.waiting(t, "suspense"))
}

func TestReversalAlarmStaysOpenUntilTheReversalIsDecided(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.receive(t, w.intent(t, paid, repay.ForRepayment, 400_000).Code, 400_000)
	w.takeBackPart(t, e, 100_000, "RV-1")
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", payment.Report{ // more than the payment
		ID: "more", Type: payment.ReportReversal, Reference: "RV-2", OriginalReference: e.Reference, Amount: 900_000, Currency: e.Currency, PaidAt: w.clock.Now(),
	}))
	id := w.alarm(t, repay.PartlyReversedAlarm)
	require.ErrorIs(t, w.closeAlarm(t, id), pay.ErrReversalWaits)
	require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-1")))
	require.ErrorIs(t, w.closeAlarm(t, id), pay.ErrReversalWaits)
	require.Equal(t, int64(1), w.waiting(t, repay.PartlyReversedAlarm))

	// A previous release may have closed the alarm. The count is that of pending decisions, not of alarms.
	_, err := repay.Alarms.Close(t.Context(), w.pool, id, "ben", "seen", w.clock.Now())
	require.NoError(t, err)
	require.Equal(t, int64(1), w.waiting(t, repay.PartlyReversedAlarm))
	require.NoError(t, w.flow.DismissReversal(t.Context(), w.decision(t, "RV-2")))
	require.Zero(t, w.waiting(t, repay.PartlyReversedAlarm))
}
