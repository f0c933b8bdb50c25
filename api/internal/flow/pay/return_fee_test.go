package pay_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// backLess returns the bank's report of a transfer that came back less a fee.
func (w *fixture) backLess(t flowtest.T, reference string, amount, fee int64) payment.Report {
	require.NoError(t, w.bank.SendBackLess(t.Context(), reference, fee, "account closed", w.clock.Now()))
	return payment.Report{
		ID: "return-" + reference, Type: payment.ReportPayoutReturned, Reference: "RT-" + reference, OriginalReference: reference,
		Amount: amount - fee, Currency: "VND", PaidAt: w.clock.Now(), Reason: "account closed",
	}
}

// requireFeeBooked asserts that a fee is booked once, as an expense, in the books of its transfer.
func (w *fixture) requireFeeBooked(t *testing.T, transfer uuid.UUID, fee int64) {
	t.Helper()
	require.Equal(t, ledger.Balance{ledger.BankFeeExpense: fee, ledger.Bank: -fee}, balance(t, w.pool, transfer))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM ledger_transaction WHERE scope = $1`, transfer))
}

// disbursementOf returns the payout of a loan.
func (w *fixture) disbursementOf(t *testing.T, paid flowtest.Paid) uuid.UUID {
	t.Helper()
	d, err := loan.LiveDisbursement(paid.OrderID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	return d.ID
}

func TestFeeOfAReturnedPayoutIsOurExpense(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	w.days(3)
	back := w.backLess(t, w.payoutOf(t, paid), paid.Loan.ActualReceived, 11_000)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	w.empty(t, paid)
	w.requireFeeBooked(t, w.disbursementOf(t, paid), 11_000)
	require.Empty(t, w.alarms(t))

	again := back
	again.ID = "under another id"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", again))
	again.ID, again.Type = "as a payment", payment.ReportPayment
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", again))
	bookReturn := func(fee int64) error {
		return w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{Order: paid.OrderID, Amount: paid.Loan.ActualReceived, Account: flowtest.Last4, Reference: back.Reference, Fee: fee, Actor: "ops:anna", Note: "x"})
	}
	require.NoError(t, bookReturn(11_000))
	require.ErrorIs(t, bookReturn(0), pay.ErrTransferMismatch)
	require.Empty(t, w.alarms(t))
	whole := back
	whole.ID, whole.Amount = "the whole", paid.Loan.ActualReceived
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", whole))
	require.Equal(t, []repay.AlarmKind{repay.ReturnContradictedAlarm}, w.alarms(t), "the reports of the bank contradict each other")
	w.requireFeeBooked(t, w.disbursementOf(t, paid), 11_000)
	w.empty(t, paid)
}

// Money that the bank reported as a payment less its fee is recognised if the operator states the fee.
func TestFeeOfAPayoutReturnReportedAsAPaymentIsOurExpense(t *testing.T) {
	t.Parallel()
	for name, matched := range map[string]bool{"in suspense": false, "matched as a repayment": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-03-12")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			w.days(2)
			inSuspense := w.receive(t, "TRA LAI", paid.Loan.ActualReceived-5_500)
			if matched {
				require.NoError(t, w.flow.Match(t.Context(), w.payment(t, inSuspense).ID, paid.OrderID, pay.MatchRepayment, "ops:ben"))
			}
			bookReturn := func(fee int64) error {
				return w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{Order: paid.OrderID, Amount: paid.Loan.ActualReceived, Account: flowtest.Last4, Reference: inSuspense.Reference, Fee: fee, Actor: "ops:anna", Note: "x"})
			}
			for fee, want := range map[int64]error{
				-1: pay.ErrReturnFee, vietnam.ReturnFeeMax + 1: pay.ErrReturnFee, 0: pay.ErrTransferMismatch, 5_000: pay.ErrTransferMismatch,
			} {
				require.ErrorIs(t, bookReturn(fee), want, fee)
			}
			require.False(t, w.facts(t, paid).Loan.Returned())
			require.NoError(t, bookReturn(5_500))
			require.NoError(t, bookReturn(5_500), "a repeated command changes nothing")
			w.empty(t, paid)
			w.requireFeeBooked(t, w.disbursementOf(t, paid), 5_500)
			require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'payout.returned' AND detail ->> 'fee' = '5500'`))
		})
	}
}

// The borrower is owed the full amount, and it is sent again in full.
func TestFeeOfAReturnedRefundIsOurExpense(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid, sent := w.overpaidBack(t, 70_000)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", w.backLess(t, sent.Reference, 70_000, 5_500)))
	require.Equal(t, int64(70_000), w.state(t, paid).Overpaid())
	require.Equal(t, []repay.AlarmKind{repay.RefundReturnedAlarm}, w.alarms(t))
	w.requireFeeBooked(t, sent.ID, 5_500)
	w.reconciled(t)
	_, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.NoError(t, err)
	w.refundAll(t)
	require.Zero(t, w.state(t, paid).Overpaid())
	w.reconciled(t)

	_, second := w.overpaidBack(t, 4_000)
	bookReturn := func(fee int64) error {
		return w.flow.RefundReturned(t.Context(), pay.ReturnedRefund{Refund: second.Reference, Account: "3456", Amount: second.Amount, Reference: "FT77", Fee: fee, Actor: "ops:anna", Note: "x"})
	}
	require.ErrorIs(t, bookReturn(4_000), pay.ErrReturnFee, "a fee of the full amount would leave nothing")
	require.NoError(t, bookReturn(1_000))
	require.NoError(t, bookReturn(1_000))
	require.ErrorIs(t, bookReturn(0), pay.ErrTransferMismatch)
	w.requireFeeBooked(t, second.ID, 1_000)
}

func TestFeeOfAReturnedSuspenseRefundIsOurExpense(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e := w.receive(t, "tien an trua", 700_000)
	p := w.payment(t, e)
	require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
	w.refundAll(t)
	sent := w.newest(t)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", w.backLess(t, sent.Reference, 700_000, 5_500)))
	require.Equal(t, ledger.Balance{ledger.Bank: 700_000, ledger.Suspense: -700_000}, balance(t, w.pool, p.ID))
	w.requireFeeBooked(t, sent.ID, 5_500)
	w.reconciled(t)
	require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
	w.refundAll(t)
	require.Empty(t, balance(t, w.pool, p.ID))
	w.reconciled(t)
}

// The bank reports it as a return and as a payment, and an operator types it, all at the same time.
func TestFeeReportedSeveralTimesIsBookedOnce(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	for range 10 {
		paid, other := flowtest.PayOut(t, w.pool, flowtest.Loan{}), flowtest.PayOut(t, w.pool, flowtest.Loan{})
		payoff := w.intent(t, paid, repay.ForPayoff, 1)
		w.receive(t, payoff.Code, payoff.Amount+70_000)
		w.refundAll(t)
		refunds, err := repay.RefundsOf(paid.OrderID).Read(t.Context(), w.pool)
		require.NoError(t, err)
		sent := refunds[paid.OrderID][0]
		reported := []payment.Report{w.backLess(t, sent.Reference, 70_000, 5_500), w.backLess(t, w.payoutOf(t, other), other.Loan.ActualReceived, 11_000)}
		var group errgroup.Group
		for _, back := range reported {
			asPayment := back
			asPayment.ID, asPayment.Type, asPayment.Memo, asPayment.Account = "in-"+back.ID, payment.ReportPayment, "TRA LAI", "1017595600"
			for _, e := range []payment.Report{back, asPayment} {
				group.Go(func() error { return w.flow.Receive(t.Context(), "sandbox", e) })
			}
		}
		group.Go(func() error {
			return w.flow.RefundReturned(t.Context(), pay.ReturnedRefund{Refund: sent.Reference, Account: "3456", Amount: sent.Amount, Reference: reported[0].Reference, Fee: 5_500, Actor: "ops:anna", Note: "x"})
		})
		group.Go(func() error {
			return w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{Order: other.OrderID, Amount: other.Loan.ActualReceived, Account: flowtest.Last4, Reference: reported[1].Reference, Fee: 11_000, Actor: "ops:ben", Note: "x"})
		})
		require.NoError(t, group.Wait())
		require.Equal(t, int64(70_000), w.state(t, paid).Overpaid())
		require.True(t, w.facts(t, other).Loan.Returned())
		require.Empty(t, waiting(t, w), "nothing stays in suspense")
		w.requireFeeBooked(t, sent.ID, 5_500)
		w.requireFeeBooked(t, w.disbursementOf(t, other), 11_000)
		w.reconciled(t)
	}
}
