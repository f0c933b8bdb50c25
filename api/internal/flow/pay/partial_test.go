package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// takeBackPart makes the bank reverse a part of a payment and report it.
func (w *fixture) takeBackPart(t flowtest.T, e payment.Report, amount int64, reference string) payment.Report {
	require.NoError(t, w.bank.TakeBackPart(t.Context(), e.Reference, amount, "sender's bank", w.clock.Now()))
	back := payment.Report{
		ID: "back-" + reference, Type: payment.ReportReversal, Reference: reference, OriginalReference: e.Reference,
		Amount: amount, Currency: e.Currency, PaidAt: w.clock.Now(), Reason: "sender's bank",
	}
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	return back
}

func (w *fixture) alarms(t flowtest.T) []repay.AlarmKind {
	open, err := repay.OpenAlarms(paging.First(999)).Read(t.Context(), w.pool)
	require.NoError(t, err)
	var kinds []repay.AlarmKind
	for _, a := range open.Rows {
		kinds = append(kinds, a.Kind)
	}
	return kinds
}

// The bank takes a part of a payment back: the journal follows, the loan waits for an operator's decision, and an
// unsent refund of the payment is cancelled.
func TestPartialReversalIsBookedAndRaisesAnAlarm(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	e := w.receive(t, payoff.Code, payoff.Amount+150_000)
	back := w.takeBackPart(t, e, 100_000, "RV-1")
	require.Equal(t, []repay.AlarmKind{repay.PartlyReversedAlarm}, w.alarms(t))
	p := w.payment(t, e)
	require.Equal(t, repay.Posted, p.State)
	w.reconciled(t)
	w.refundAll(t)
	require.Equal(t, int64(150_000), w.state(t, paid).Overpaid(), "the overpayment waits for an operator")
	require.True(t, w.state(t, paid).Settled())
	balances, err := ledger.BalancesOf(p.ID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Equal(t, ledger.Balance{ledger.PayerReceivable: 100_000, ledger.Bank: -100_000}, balances[p.ID])

	// The overpayment cannot be sent before it is known how much of it is here. A repeated report changes nothing.
	_, err = w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.ErrorIs(t, err, pay.ErrUndecided)
	back.ID = "under another id"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	require.Zero(t, w.count(t, `SELECT count(*) FROM refund WHERE state = 'created'`))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM partial_reversal`))
	w.reconciled(t)

	// A reversal of more than the payment, or in another currency, is recorded but not booked.
	more, other := back, back
	more.ID, more.Reference, more.Amount = "more", "RV-2", p.Amount+1
	other.ID, other.Reference, other.Currency = "other", "RV-3", "THB"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", more))
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", other))
	require.Equal(t, 2, w.count(t, `SELECT count(*) FROM partial_reversal WHERE NOT booked`))
	w.reconciled(t)
}

// An operator retries a failed refund. An amount that is still undecided is not sent, even if it belongs to the same
// loan.
func TestRetryRefundSkipsUndecidedPayments(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount+70_000)
	declines := w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Failed}}})
	_, err := declines.Refund(t.Context(), w.newest(t).ID)
	require.NoError(t, err)
	b := w.receive(t, payoff.Code, 300_000)
	w.takeBackPart(t, b, 100_000, "RV-1")
	sent, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.NoError(t, err)
	require.Equal(t, 1, sent)
	w.refundAll(t)
	require.Equal(t, 70_000, w.refunded(t))
	require.NoError(t, w.flow.DismissReversal(t.Context(), w.decision(t, "RV-1")))
	w.refundAll(t)
	require.Equal(t, 270_000, w.refunded(t))
	w.reconciled(t)
}

func TestPartialReversalOfASuspensePayment(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e := w.receive(t, "nobody's", 300_000)
	require.NoError(t, w.flow.Return(t.Context(), w.payment(t, e).ID, "ops:anna"))
	w.takeBackPart(t, e, 100_000, "RV-1")
	require.Equal(t, []repay.AlarmKind{repay.PartlyReversedAlarm}, w.alarms(t))
	w.refundAll(t)
	require.Zero(t, w.count(t, `SELECT count(*) FROM sandbox_bank.transfer WHERE direction = 'refund'`))
	w.reconciled(t)

	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	require.NoError(t, w.flow.Match(t.Context(), w.payment(t, e).ID, paid.OrderID, pay.MatchRepayment, "ops:anna"))
	w.takeBackPart(t, e, 100_000, "RV-2")
	require.Equal(t, 2, w.count(t, `SELECT count(*) FROM partial_reversal WHERE booked`))
	w.reconciled(t)
}

// settledWithPartlyReversedSuspense returns a settled loan, and a payment in suspense of which the bank has taken a part
// back.
func (w *fixture) settledWithPartlyReversedSuspense(t flowtest.T) (flowtest.Paid, payment.Report) {
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount)
	e := w.receive(t, "nobody's", 300_000)
	w.takeBackPart(t, e, 100_000, "RV-1")
	return paid, e
}

// The overpaid amount of a matched payment is not refunded while the reversal of a part of it is undecided.
func TestMatchedPaymentIsNotRefundedWhileItsReversalIsUndecided(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid, e := w.settledWithPartlyReversedSuspense(t)
	require.NoError(t, w.flow.Match(t.Context(), w.payment(t, e).ID, paid.OrderID, pay.MatchRepayment, "ops:anna"))
	w.refundAll(t)
	require.Zero(t, w.count(t, `SELECT count(*) FROM sandbox_bank.transfer WHERE direction = 'refund'`))
	require.Equal(t, int64(300_000), w.state(t, paid).Overpaid(), "the overpayment waits until an operator has decided")
	w.reconciled(t)
}

// A bank numbers its reversals per payment, so parts of two payments may have the same reference. An invalid part is
// refused completely.
func TestPartialReversalsOfTwoPaymentsMayShareAReference(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	taken := func(e payment.Report, change func(*payment.Report)) error {
		back := payment.Report{
			ID: "back-" + e.Reference, Type: payment.ReportReversal, Reference: "RV-1", OriginalReference: e.Reference,
			Amount: 100_000, Currency: e.Currency, PaidAt: w.clock.Now(), Reason: "sender's bank",
		}
		if change != nil {
			change(&back)
		}
		return w.flow.Receive(t.Context(), "sandbox", back)
	}
	first, second := w.receive(t, "nobody's", 300_000), w.receive(t, "nobody's", 300_000)
	before := w.rows(t)
	for name, change := range map[string]func(*payment.Report){
		"zero amount":      func(e *payment.Report) { e.Amount = 0 },
		"negative amount":  func(e *payment.Report) { e.Amount = -1 },
		"unknown currency": func(e *payment.Report) { e.Currency = "dong" },
	} {
		require.ErrorIs(t, taken(first, change), reason.New(reason.InvalidParameter), name)
	}
	require.Equal(t, before, w.rows(t))

	for _, e := range []payment.Report{first, second} {
		require.NoError(t, w.bank.TakeBackPart(t.Context(), e.Reference, 100_000, "sender's bank", w.clock.Now()))
		require.NoError(t, taken(e, nil))
		balances, err := ledger.BalancesOf(w.payment(t, e).ID).Read(t.Context(), w.pool)
		require.NoError(t, err)
		require.Equal(t, int64(100_000), balances[w.payment(t, e).ID][ledger.PayerReceivable])
	}
	w.reconciled(t)
}

// A dismissed report is repeated under another event id. The refund of another payment continues.
func TestRepeatedReversalReportDoesNotStopOtherRefunds(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	e := w.receive(t, payoff.Code, payoff.Amount)
	w.takeBackPart(t, e, 100_000, "RV-1")
	named := func(reference string) repay.PartialReversal {
		all, err := repay.PartialReversalsNamed(reference).Read(t.Context(), w.pool)
		require.NoError(t, err)
		return all[0]
	}
	require.NoError(t, w.flow.ApplyReversal(t.Context(), pay.Decision{Reversal: named("RV-1"), Actor: "ops:anna", Note: "x"}))
	whole := payment.Report{
		ID: "whole-1", Type: payment.ReportReversal, Reference: "RV-2", OriginalReference: e.Reference,
		Amount: e.Amount, Currency: e.Currency, PaidAt: w.clock.Now(), Reason: "sender's bank",
	}
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", whole))
	require.NoError(t, w.flow.DismissReversal(t.Context(), pay.Decision{Reversal: named("RV-2"), Actor: "ops:anna", Note: "x"}))
	w.receive(t, payoff.Code, 150_000)
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM refund WHERE state = 'created'`))
	whole.ID = "whole-2"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", whole))
	w.refundAll(t)
	require.Equal(t, 50_000, w.refunded(t))
	w.reconciled(t)
}

// A payment in suspense that was reversed completely has no part left.
func TestPartialReversalAfterAFullOneIsNotBooked(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e := w.receive(t, "nobody's", 300_000)
	w.takeBack(t, e)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", payment.Report{
		ID: "more", Type: payment.ReportReversal, Reference: "RV-9", OriginalReference: e.Reference,
		Amount: 100_000, Currency: e.Currency, PaidAt: w.clock.Now(), Reason: "sender's bank",
	}))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM partial_reversal WHERE NOT booked`))
	w.reconciled(t)
}

// If the bank reports that a payment was taken back with a higher amount or in another currency, it pays no loan until
// an operator has settled this with the bank.
func TestPaymentWithAnOpenReversalIsNotMatched(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.receive(t, "nobody's", 300_000)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", payment.Report{
		ID: "more", Type: payment.ReportReversal, Reference: "RV-1", OriginalReference: e.Reference,
		Amount: e.Amount + 1, Currency: e.Currency, PaidAt: w.clock.Now(), Reason: "all of it, and a fee",
	}))
	match := func() error {
		return w.flow.Match(t.Context(), w.payment(t, e).ID, paid.OrderID, pay.MatchRepayment, "ops:anna")
	}
	require.ErrorIs(t, match(), pay.ErrReversalOpen)
	require.NoError(t, w.flow.DismissReversal(t.Context(), w.decision(t, "RV-1")))
	require.NoError(t, match())
	w.reconciled(t)
}
