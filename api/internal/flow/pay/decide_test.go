package pay_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/orders"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// decision returns an operator's decision about the reversal with a reference.
func (w *fixture) decision(t flowtest.T, reference string) pay.Decision {
	named, err := repay.PartialReversalsNamed(reference).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Len(t, named, 1)
	return pay.Decision{Reversal: named[0], Actor: "ops:anna", Note: "spoke with the bank"}
}

// owes returns what a payer owes in the books of a payment.
func (w *fixture) owes(t flowtest.T, paid uuid.UUID) int64 {
	balances, err := ledger.BalancesOf(paid).Read(t.Context(), w.pool)
	require.NoError(t, err)
	return balances[paid][ledger.PayerReceivable]
}

// The loan owes the reversed part again, once, and the payer's debt for it in the payment's books is cleared.
func TestAppliedPartialReversalIsOwedAgain(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	part := w.intent(t, paid, repay.ForRepayment, 1_000_000)
	e := w.receive(t, part.Code, 1_000_000)
	before := w.state(t, paid).Owed.Total()
	w.takeBackPart(t, e, 400_000, "RV-1")
	require.Equal(t, before, w.state(t, paid).Owed.Total(), "nothing changes until an operator decides")
	require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-1")))
	require.Equal(t, before+400_000, w.state(t, paid).Owed.Total())
	receipt, err := w.flow.Receipt(t.Context(), paid.MemberID, w.payment(t, e).ID, lang.EN)
	require.NoError(t, err)
	require.Equal(t, int64(400_000), receipt.TakenBack)
	var split int64
	for _, part := range receipt.Parts {
		split += part.Amount
	}
	require.Equal(t, receipt.Payment.Amount, split+receipt.TakenBack, "the lines of a receipt add up to the amount paid")
	require.Zero(t, w.owes(t, w.payment(t, e).ID))
	require.Zero(t, w.count(t, `SELECT count(*) FROM ledger_transaction WHERE key LIKE 'accrual:reversal:part:%'`), "nothing had accrued since the payment")
	require.Empty(t, w.alarms(t))
	w.reconciled(t)
	statement, err := document.New(w.pool, w.clock, nil).Statement(t.Context(), document.StatementRequest{Member: paid.MemberID, Order: &paid.OrderID, CSV: true, Lang: lang.EN})
	require.NoError(t, err)
	require.Contains(t, string(statement.Content), "Payment taken back by the bank,"+receipt.Payment.Serial+",400000,", "the statement names the reversed payment")

	postings := w.count(t, `SELECT count(*) FROM ledger_transaction`)
	require.ErrorIs(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-1")), pay.ErrReversalDecided)
	require.ErrorIs(t, w.flow.DismissReversal(t.Context(), w.decision(t, "RV-1")), pay.ErrReversalDecided)
	require.Equal(t, postings, w.count(t, `SELECT count(*) FROM ledger_transaction`))

	// When the rest is taken back too, the payment is reversed as if it had been taken back at once.
	w.takeBackPart(t, e, 600_000, "RV-2")
	require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-2")))
	require.Equal(t, before+1_000_000, w.state(t, paid).Owed.Total())
	require.Equal(t, repay.Reversed, w.payment(t, e).State)
	require.Zero(t, w.owes(t, w.payment(t, e).ID))
	w.reconciled(t)
	w.days(3)
	flowtest.Accrue(t, w.pool, paid.OrderID, w.today(), w.clock.Now())
	w.reconciled(t)
}

// Of two payments, the one that is taken back in parts is reversed with its last part; the other stays.
func TestReversalInPartsDoesNotAffectOtherPayments(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	first := w.receive(t, w.intent(t, paid, repay.ForRepayment, 500_000).Code, 500_000)
	other := w.receive(t, w.intent(t, paid, repay.ForRepayment, 300_000).Code, 300_000)
	before := w.state(t, paid).Owed.Total()
	for _, reference := range []string{"RV-1", "RV-2"} {
		require.Equal(t, repay.Posted, w.payment(t, first).State)
		w.takeBackPart(t, first, 250_000, reference)
		require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, reference)))
	}
	require.Equal(t, before+500_000, w.state(t, paid).Owed.Total())
	require.Equal(t, repay.Reversed, w.payment(t, first).State)
	require.Equal(t, repay.Posted, w.payment(t, other).State)
	require.Equal(t, 2, w.count(t, `SELECT count(*) FROM notice WHERE kind = 'payment_reversed'`), "the borrower is notified of each part")
	w.reconciled(t)
}

// The overpaid amount of a later payment that has not been refunded pays what is owed again. The rest of it is
// refunded.
func TestPartialReversalIsPaidFromAnOverpayment(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	first := w.receive(t, w.intent(t, paid, repay.ForRepayment, 1_000_000).Code, 1_000_000)
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount+150_000)
	w.takeBackPart(t, first, 100_000, "RV-1")
	require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-1")))
	w.refundAll(t)
	require.Equal(t, 50_000, w.count(t, `SELECT sum(amount)::int FROM refund WHERE state = 'succeeded'`))
	require.True(t, w.state(t, paid).Settled())
	w.reconciled(t)
}

// An extension is undone, once, with the first part of its fee.
func TestPartialReversalOfTheFeeUndoesTheExtension(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	c := w.choices(t, paid)[0]
	fee := w.receive(t, w.extension(t, paid, c).Code, c.Fee)
	for n, part := range []int64{10_000, c.Fee - 10_000} {
		reference := []string{"RV-1", "RV-2"}[n]
		w.takeBackPart(t, fee, part, reference)
		require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, reference)))
		require.Equal(t, money.MustDate(dueDate), w.facts(t, paid).Loan.DueDate)
	}
	require.Equal(t, []string{"payment_received", "extended", "payment_reversed", "extension_undone", "payment_reversed"}, timeline(t, w, paid))
	w.reconciled(t)
}

// A settled loan is reopened. An overpayment that was already refunded is owed too.
func TestPartialReversalReopensASettledLoan(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	e := w.receive(t, payoff.Code, payoff.Amount+150_000)
	w.refundAll(t)
	require.True(t, w.state(t, paid).Settled())
	w.takeBackPart(t, e, 100_000, "RV-1")
	require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-1")))
	state := w.state(t, paid)
	require.False(t, state.Settled())
	require.Equal(t, int64(100_000), state.Owed.Total())
	w.reconciled(t)

	// Everything except the refunded amount is taken back. The borrower has the refunded amount twice and owes it.
	w.takeBackPart(t, e, payoff.Amount, "RV-2")
	require.NoError(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-2")))
	require.GreaterOrEqual(t, w.state(t, paid).Owed.Total(), payoff.Amount+100_000)
	w.reconciled(t)
}

// After a dismissal the loan stays settled. What the payer owes for the part is set off against the overpayment, and
// the rest is refunded.
func TestDismissedReversalLeavesTheLoanSettled(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	e := w.receive(t, payoff.Code, payoff.Amount+150_000)
	w.takeBackPart(t, e, 100_000, "RV-1")
	w.refundAll(t)
	require.Equal(t, int64(150_000), w.state(t, paid).Overpaid(), "the overpayment waits for the decision")
	shown, err := orders.New(w.pool, w.clock).Detail(t.Context(), borrower.Borrower{ID: paid.MemberID}, paid.OrderID)
	require.NoError(t, err)
	require.Equal(t, [2]int64{50_000, 50_000}, [2]int64{shown.Overpaid, shown.OverpaidHeld}, "the payer already has the other 100,000 back")
	receipt, err := w.flow.Receipt(t.Context(), paid.MemberID, w.payment(t, e).ID, lang.EN)
	require.NoError(t, err)
	require.Equal(t, int64(50_000), receipt.Refund.Amount)
	require.NoError(t, w.flow.DismissReversal(t.Context(), w.decision(t, "RV-1")))
	require.Empty(t, w.alarms(t))
	w.refundAll(t)
	state := w.state(t, paid)
	require.True(t, state.Settled())
	require.Zero(t, state.Overpaid())
	require.Equal(t, 50_000, w.refunded(t))
	require.Zero(t, w.owes(t, w.payment(t, e).ID))
	require.Equal(t, []string{"payment_received", "settled", "payment_reversed", "overpayment_returned"}, timeline(t, w, paid))
	w.reconciled(t)
}

// After a dismissal, the money that paid the loan stays there. The payer owes what exceeds the overpayment.
func TestDismissedReversalBeyondTheOverpaymentIsOwedByThePayer(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	e := w.receive(t, payoff.Code, payoff.Amount+70_000)
	w.takeBackPart(t, e, 100_000, "RV-1")
	require.NoError(t, w.flow.DismissReversal(t.Context(), w.decision(t, "RV-1")))
	w.refundAll(t)
	require.True(t, w.state(t, paid).Settled())
	require.Zero(t, w.state(t, paid).Overpaid())
	require.Zero(t, w.refunded(t))
	require.Equal(t, int64(30_000), w.owes(t, w.payment(t, e).ID))
	w.reconciled(t)

	// A set-off was never sent to a bank, so it cannot come back.
	set, err := repay.RefundsOf(paid.OrderID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.ErrorIs(t, w.flow.RefundReturned(t.Context(), pay.ReturnedRefund{
		Refund: set[paid.OrderID][1].Reference, Account: "3456", Amount: set[paid.OrderID][1].Amount, Reference: "RT-1", Actor: "ops:anna", Note: "x",
	}), pay.ErrNotRefunded)
}

// A payment that is matched after the reversal of a part of it was dismissed refunds no more than is here.
func TestMatchAfterADismissedReversalRefundsOnlyWhatIsHeld(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid, e := w.settledWithPartlyReversedSuspense(t)
	require.NoError(t, w.flow.DismissReversal(t.Context(), w.decision(t, "RV-1")))
	require.NoError(t, w.flow.Match(t.Context(), w.payment(t, e).ID, paid.OrderID, pay.MatchRepayment, "ops:anna"))
	w.refundAll(t)
	require.Equal(t, 200_000, w.refunded(t))
	require.Zero(t, w.owes(t, w.payment(t, e).ID))
	w.reconciled(t)
}

// The rest of a payment in suspense is sent back. Impossible decisions are refused with a clear error.
func TestRestOfASuspensePaymentIsSentBack(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e := w.receive(t, "nobody's", 300_000)
	id := w.payment(t, e).ID
	back := w.takeBackPart(t, e, 100_000, "RV-1")
	require.ErrorIs(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-1")), pay.ErrReversalInSuspense)

	more := back
	more.ID, more.Reference, more.Amount = "more", "RV-2", 500_000
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", more))
	require.ErrorIs(t, w.flow.Return(t.Context(), id, "ops:anna"), pay.ErrReversalOpen)
	require.ErrorIs(t, w.flow.ApplyReversal(t.Context(), w.decision(t, "RV-2")), pay.ErrReversalNotBooked)
	require.NoError(t, w.flow.DismissReversal(t.Context(), w.decision(t, "RV-2")))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'reversal.dismissed' AND actor = 'ops:anna' AND subject = $1`, "payment:"+id.String()))

	require.NoError(t, w.flow.Return(t.Context(), id, "ops:anna"))
	w.refundAll(t)
	require.Equal(t, repay.Returned, w.payment(t, e).State)
	require.Equal(t, 200_000, w.count(t, `SELECT amount FROM refund WHERE state = 'succeeded'`))
	require.Zero(t, w.owes(t, id))
	require.Empty(t, w.alarms(t))
	w.reconciled(t)

	all := w.receive(t, "nobody's either", 50_000)
	w.takeBackPart(t, all, 20_000, "RV-3")
	w.takeBackPart(t, all, 30_000, "RV-4")
	require.NoError(t, w.flow.Return(t.Context(), w.payment(t, all).ID, "ops:anna"))
	require.Equal(t, repay.Returned, w.payment(t, all).State, "nothing is left to send")
	require.Zero(t, w.owes(t, w.payment(t, all).ID))
	w.reconciled(t)
}

// A reversal of the whole after one of a part is for more than is left: nothing is booked twice, and an alarm is
// raised.
func TestFullReversalAfterAPartialOneRaisesAnAlarm(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	part := w.intent(t, paid, repay.ForRepayment, 1_000_000)
	for i, e := range []payment.Report{w.receive(t, part.Code, 1_000_000), w.receive(t, "nobody's", 300_000)} {
		first := []string{"RV-1", "RV-2"}[i]
		whole := w.takeBackPart(t, e, 100_000, first)
		whole.ID, whole.Reference, whole.Amount = "whole"+first, first+"-whole", e.Amount
		require.NoError(t, w.flow.Receive(t.Context(), "sandbox", whole))
		require.False(t, w.decision(t, first+"-whole").Reversal.Booked)
		w.reconciled(t)
	}
	require.Contains(t, w.alarms(t), repay.PartlyReversedAlarm)
}
