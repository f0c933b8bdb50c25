package pay_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

func TestReversalReopensASettledLoan(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	e := w.receive(t, payoff.Code, payoff.Amount)
	w.days(40)
	back := w.takeBack(t, e)

	facts := w.facts(t, paid)
	require.True(t, facts.Loan.SettledOn.IsZero())
	require.Equal(t, loan.RepayAwaiting, facts.Order.RepayStatus)
	require.Equal(t, loan.RepayOverdue, facts.RepayStatus(w.today()))
	require.Equal(t, repay.Reversed, w.payment(t, e).State)
	owed := w.state(t, paid).Owed
	require.Equal(t, int64(5_000_000), owed[repay.Principal])
	require.Equal(t, paid.Loan.InterestAtDue, owed[repay.Interest], "interest accrues as if the payment had not been made")
	require.Equal(t, int64(50_000), owed[repay.LateFee])
	require.Equal(t, owed[repay.LateFee], facts.Balance[ledger.LateFeeReceivable])
	require.Equal(t, []string{"payment_received", "settled", "payment_reversed", "reopened"}, timeline(t, w, paid))

	var value money.Date
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT value_date FROM ledger_transaction WHERE kind = 'reversal'`).Scan(&value))
	require.Equal(t, money.MustDate("2026-05-11"), value)
	w.reconciled(t)

	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	back.ID = "under another id"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM ledger_transaction WHERE kind = 'reversal'`))

	again := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, again.Code, again.Amount)
	require.True(t, w.state(t, paid).Settled())
	w.reconciled(t)
}

func TestReversalReportedBeforeItsPaymentMustBeRetried(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.transfer(t, w.intent(t, paid, repay.ForRepayment, 500_000).Code, 500_000, w.clock.Now())
	back := payment.Report{
		ID: "back", Type: payment.ReportReversal, Reference: "RV", OriginalReference: e.Reference, Amount: e.Amount,
		Currency: "VND", PaidAt: w.clock.Now(),
	}
	require.ErrorIs(t, w.flow.Receive(t.Context(), "sandbox", back), reason.New(reason.NotFound))
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	require.Zero(t, w.state(t, paid).Repaid.Total())
}

func TestReversalReallocatesLaterPayments(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-30")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	code := w.intent(t, paid, repay.ForRepayment, 1_000_000).Code
	first := w.receive(t, code, 100_000)
	w.days(1)
	second := w.receive(t, code, 100_000)
	require.Equal(t, int64(0), partOf(w, t, second, repay.LateFee), "the first payment paid the late fee")
	w.takeBack(t, first)
	require.Equal(t, int64(50_000), partOf(w, t, second, repay.LateFee))
	require.Equal(t, 2, w.count(t, `SELECT max(round) FROM payment_allocation WHERE payment_id = $1`, w.payment(t, second).ID))
	w.reconciled(t)
}

func partOf(w *fixture, t *testing.T, e payment.Report, c repay.Component) (amount int64) {
	p := w.payment(t, e)
	for _, part := range w.facts(t, flowtest.Paid{OrderID: *p.OrderID}).Splits[1].Parts {
		if part.Component == c {
			amount += part.Amount
		}
	}
	return amount
}

func TestReversalOfAnOverpayment(t *testing.T) {
	t.Parallel()
	for name, returned := range map[string]bool{"not yet returned": false, "returned": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-05-11")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			payoff := w.intent(t, paid, repay.ForPayoff, 1)
			e := w.receive(t, payoff.Code, payoff.Amount+200_000)
			if returned {
				w.refundAll(t)
			}
			w.takeBack(t, e)
			owed := payoff.Amount
			if returned {
				owed += 200_000
			}
			require.Equal(t, owed, w.state(t, paid).Owed.Total(), "an overpayment refunded before the reversal is owed as well")
			require.Zero(t, w.state(t, paid).Overpaid())
			w.reconciled(t)
			w.refundAll(t)
			require.Zero(t, w.facts(t, paid).Balance[ledger.Overpayment])
			w.reconciled(t)
		})
	}
}

func TestReversalOfSuspensePayments(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	e := w.receive(t, "no code", 300_000)
	back := w.takeBack(t, e)
	require.Equal(t, repay.Returned, w.payment(t, e).State)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	w.reconciled(t)
	back.ID = "under another id"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM payment_reversal`))
	sentBack := w.receive(t, "nobody's", 300_000)
	require.NoError(t, w.flow.Return(t.Context(), w.payment(t, sentBack).ID, "ops:anna"))
	w.refundAll(t)
	gone := w.takeBack(t, sentBack)
	w.reconciled(t)
	alarms, err := repay.OpenAlarms(paging.First(999)).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Len(t, alarms.Rows, 1, "the money is lost twice: an operator must act")
	require.Equal(t, repay.ReturnedAndReversedAlarm, alarms.Rows[0].Kind)
	gone.ID = "told again"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", gone))
	require.Equal(t, 2, w.count(t, `SELECT count(*) FROM payment_reversal`))

	// Money that was to be sent back but has not been sent is simply taken back.
	leaving := w.receive(t, "nobody's either", 200_000)
	require.NoError(t, w.flow.Return(t.Context(), w.payment(t, leaving).ID, "ops:anna"))
	w.takeBack(t, leaving)
	w.refundAll(t)
	require.Equal(t, repay.Returned, w.payment(t, leaving).State)
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM payment_alarm`))
	w.reconciled(t)

	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	matched := w.receive(t, "no code either", 300_000)
	require.NoError(t, w.flow.Match(t.Context(), w.payment(t, matched).ID, paid.OrderID, pay.MatchRepayment, "ops:anna"))
	w.takeBack(t, matched)
	require.Equal(t, repay.Reversed, w.payment(t, matched).State)
	require.Zero(t, w.state(t, paid).Repaid.Total())
	w.reconciled(t)
}

// The bank repeats a reversal under another event id after the overpayment has been sent again. That refund continues.
func TestRepeatedReversalDoesNotCancelARefund(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	part := w.receive(t, w.intent(t, paid, repay.ForRepayment, 100_000).Code, 100_000)
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount+150_000)
	back := w.takeBack(t, part)
	pending := func() int {
		return w.count(t, `SELECT COALESCE(sum(amount), 0)::int FROM refund WHERE state = 'created'`)
	}
	require.Equal(t, 50_000, pending(), "100,000 of the overpayment is owed by now")
	back.ID = "under another id"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	require.Equal(t, 50_000, pending())
	w.refundAll(t)
	require.Zero(t, w.state(t, paid).Overpaid())
	w.reconciled(t)
}

// slowBank gives the configured answers and records the calls.
type slowBank struct {
	payment.Gateway
	payouts, lookups []payment.Result
	asked            []string
}

func (b *slowBank) Payout(ctx context.Context, t payment.Transfer) (payment.Result, error) {
	b.asked = append(b.asked, "payout")
	if len(b.payouts) > 0 && b.payouts[0].State != payment.Succeeded {
		r := b.payouts[0]
		b.payouts = b.payouts[1:]
		return r, nil
	}
	return b.Gateway.Payout(ctx, t)
}

func (b *slowBank) Lookup(ctx context.Context, reference string) (payment.Result, error) {
	b.asked = append(b.asked, "lookup")
	if len(b.lookups) > 0 {
		r := b.lookups[0]
		b.lookups = b.lookups[1:]
		return r, nil
	}
	return b.Gateway.Lookup(ctx, reference)
}

func TestRefundWithUnknownResultIsLookedUp(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount+1_000)
	refund := w.facts(t, paid).Splits[0]
	require.Equal(t, int64(1_000), refund.Refunding)

	bank := &slowBank{
		Gateway: w.bank, payouts: []payment.Result{{State: payment.Unknown}, {State: payment.Succeeded}},
		lookups: []payment.Result{{State: payment.Unknown}},
	}
	w.flow = w.over(bank)
	id := w.refundID(t)
	require.Positive(t, w.refund(t, id))
	require.Positive(t, w.refund(t, id))
	require.Zero(t, w.refund(t, id))
	require.Zero(t, w.refund(t, id))
	require.Equal(t, []string{"payout", "lookup", "lookup", "payout"}, bank.asked)
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM sandbox_bank.transfer WHERE direction = 'refund'`))
	w.reconciled(t)
}

func TestFailedRefundWaitsForAnOperator(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount+1_000)
	good := w.flow
	w.flow = w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Failed, FailureReason: payment.AccountClosed}}})
	require.Zero(t, w.refund(t, w.refundID(t)))
	require.Equal(t, int64(1_000), w.state(t, paid).Overpaid())
	require.Equal(t, loan.RepaySettled, w.facts(t, paid).Order.RepayStatus)
	w.reconciled(t)

	w.flow = good
	sent, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.NoError(t, err)
	require.Equal(t, 1, sent)
	w.refundAll(t)
	require.Zero(t, w.state(t, paid).Overpaid())
	w.reconciled(t)
}

// While an overpayment is being refunded, the bank takes another payment back, which reopens the loan. When the refund
// then fails, its money pays what is owed: the loan is settled again, and the rest waits for an operator.
func TestFailedRefundSettlesAReopenedLoan(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	first := w.receive(t, w.intent(t, paid, repay.ForRepayment, 100_000).Code, 100_000)
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount+150_000)
	w.flow = w.over(&slowBank{
		Gateway: w.bank, payouts: []payment.Result{{State: payment.Unknown}},
		lookups: []payment.Result{{State: payment.Failed, FailureReason: payment.AccountClosed}},
	})
	require.Positive(t, w.refund(t, w.refundID(t)))
	w.takeBack(t, first)
	require.Equal(t, loan.RepayAwaiting, w.facts(t, paid).Order.RepayStatus)
	require.Equal(t, int64(100_000), w.state(t, paid).Owed.Total())

	require.Zero(t, w.refund(t, w.refundID(t)))
	require.Equal(t, int64(50_000), w.state(t, paid).Overpaid())
	require.Equal(t, loan.RepaySettled, w.facts(t, paid).Order.RepayStatus)
	w.reconciled(t)
}

// We hold 150,000 of the borrower that could not be refunded. They were refunded 100,000, which the bank then took back
// as well. The held money pays this debt, and the loan stays settled, whether the refund failed before or fails
// afterwards.
func TestHeldOverpaymentPaysTheDebtOfALaterReversal(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]bool{"failed before": false, "fails after": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-05-11")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			payoff := w.intent(t, paid, repay.ForPayoff, 1)
			first := w.receive(t, payoff.Code, payoff.Amount+150_000)
			closed := payment.Result{State: payment.Failed, FailureReason: payment.AccountClosed}
			bank := &slowBank{Gateway: w.bank, payouts: []payment.Result{closed}}
			if after {
				bank = &slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Unknown}}, lookups: []payment.Result{closed}}
			}
			good := w.flow
			w.flow = w.over(bank)
			w.refund(t, w.refundOf(t, first).ID)
			w.flow = good
			w.days(1)
			twice := w.receive(t, payoff.Code, 100_000)
			require.Zero(t, w.refund(t, w.refundOf(t, twice).ID))
			w.days(1)
			w.takeBack(t, twice)
			if after {
				require.Equal(t, int64(100_000), w.state(t, paid).Owed[repay.Principal], "money that may have been sent pays nothing")
				w.reconciled(t)
				w.flow = w.over(bank)
				require.Zero(t, w.refund(t, w.refundOf(t, first).ID))
				w.flow = good
			}
			facts := w.facts(t, paid)
			require.Equal(t, loan.RepaySettled, facts.Order.RepayStatus)
			require.Equal(t, money.MustDate("2026-05-11"), facts.Loan.SettledOn)
			require.Zero(t, facts.Balance.Owed())
			require.Equal(t, int64(-50_000), facts.Balance[ledger.Overpayment])
			if !after {
				require.NotContains(t, timeline(t, w, paid), "reopened")
				require.Equal(t, []string{"opened", "settled_on_time"}, kindsOf(t, w, paid))
			}
			w.days(60)
			require.Zero(t, w.state(t, paid).Owed.Total(), "no interest, and no late fee")
			w.reconciled(t)

			sent, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
			require.NoError(t, err)
			require.Equal(t, 1, sent)
			w.refundAll(t)
			require.Equal(t, 150_000, w.refunded(t))
			require.Zero(t, w.state(t, paid).Overpaid())
			w.reconciled(t)
		})
	}
}

// Two overpayments: the second was refunded when the bank takes it back, the first has not been sent. The first stays
// here and pays as much of the debt as it can.
func TestOverpaymentIsNotRefundedToABorrowerWhoOwes(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, payoff.Code, payoff.Amount)
	w.days(1)
	first := w.receive(t, payoff.Code, 150_000)
	w.days(1)
	twice := w.receive(t, payoff.Code, 5_000_000)
	require.Zero(t, w.refund(t, w.refundOf(t, twice).ID))
	require.Equal(t, repay.RefundCreated, w.refundOf(t, first).State)
	w.takeBack(t, twice)
	w.refundAll(t)
	require.Equal(t, int64(4_850_000), w.state(t, paid).Owed.Total())
	require.Equal(t, 5_000_000, w.refunded(t))
	_, err := w.flow.RetryRefund(t.Context(), paid.OrderID, false, "ops:anna")
	require.ErrorIs(t, err, pay.ErrNothingOver)
	w.reconciled(t)

	// The payment that paid the debt is taken back in turn.
	w.takeBack(t, first)
	require.Equal(t, int64(5_000_000), w.state(t, paid).Owed.Total())
	w.reconciled(t)
}

// refundOf returns the newest refund of a payment.
func (w *fixture) refundOf(t flowtest.T, e payment.Report) repay.Refund {
	r, err := repay.RefundOf(w.payment(t, e).ID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.NotNil(t, r)
	return *r
}

// The effect of a settlement on the credit is undone by a reversal, and applied again by the next settlement.
func TestReversalUndoesTheCreditChangeOfASettlement(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	credit := func() (limit, score int) {
		require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT credit_limit, score FROM credit_profile WHERE member_id = $1`, paid.MemberID).Scan(&limit, &score))
		return limit, score
	}
	w.receive(t, w.intent(t, paid, repay.ForRepayment, 1_000).Code, 1_000)
	limit, score := credit()
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	e := w.receive(t, payoff.Code, payoff.Amount)
	raised, better := credit()
	require.Greater(t, raised, limit)
	require.Greater(t, better, score)
	w.takeBack(t, e)
	again, same := credit()
	require.Equal(t, []int{limit, score}, []int{again, same})
	w.days(60)
	late := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, late.Code, late.Amount)
	_, worse := credit()
	require.Less(t, worse, score, "the second settlement is late")
	require.Equal(t, []string{"opened", "settled_on_time", "settlement_undone", "settled_late"}, kindsOf(t, w, paid))
}

func kindsOf(t *testing.T, w *fixture, paid flowtest.Paid) []string {
	t.Helper()
	rows, err := w.pool.Query(t.Context(), `SELECT kind FROM credit_event WHERE member_id = $1 ORDER BY at, id`, paid.MemberID)
	require.NoError(t, err)
	kinds, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return kinds
}

// A payment that turns out to be older changes the settlement date, and with it whether the settlement was on time.
func TestEarlierPaymentMovesTheSettlementDate(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	due := w.intent(t, paid, repay.ForPayoff, 1)
	at := w.clock.Now()
	w.days(10)
	late := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, late.Code, late.Amount)
	require.Equal(t, w.today(), w.facts(t, paid).Loan.SettledOn)
	w.receiveAt(t, due.Code, due.Amount, at)
	require.Equal(t, money.MustDate("2026-06-11"), w.facts(t, paid).Loan.SettledOn)
	require.Equal(t, []string{"opened", "settled_late", "settlement_undone", "settled_on_time"}, kindsOf(t, w, paid))
	w.refundAll(t)
	w.reconciled(t)
}
