package pay_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/flow/orders"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// payoutOf returns the reference of a loan's payout.
func (w *fixture) payoutOf(t flowtest.T, paid flowtest.Paid) string {
	d, err := loan.LiveDisbursement(paid.OrderID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.NotNil(t, d)
	return d.Reference
}

// returned returns the bank's report of a payout that came back.
func (w *fixture) returned(t flowtest.T, paid flowtest.Paid) payment.Report {
	return w.backLess(t, w.payoutOf(t, paid), paid.Loan.ActualReceived, 0)
}

// payoutBack makes the bank return a payout and report it.
func (w *fixture) payoutBack(t flowtest.T, paid flowtest.Paid) payment.Report {
	e := w.returned(t, paid)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
	return e
}

// empty asserts that the books of a loan are those of one that was never paid out.
func (w *fixture) empty(t *testing.T, paid flowtest.Paid) {
	t.Helper()
	facts := w.facts(t, paid)
	require.Empty(t, facts.Balance, "nothing was lent, charged or kept")
	require.Equal(t, loan.CancelledBySystem, facts.Order.Status)
	require.Zero(t, facts.Order.RepayStatus)
	require.NotNil(t, facts.Order.ClosedAt)
	require.True(t, facts.Loan.Returned())
	state := w.state(t, paid)
	require.Zero(t, state.Owed.Total())
	require.Zero(t, state.Charged.Total())
	w.reconciled(t)
}

func TestReturnedPayoutEndsTheLoanWithoutCharges(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	early, credit := w.intent(t, paid, repay.ForRepayment, 500_000), creditOf(t, w, paid)
	w.days(20) // past the end of a month
	w.month(t)
	require.NotZero(t, w.facts(t, paid).Balance[ledger.InterestIncome])
	asked := w.intent(t, paid, repay.ForRepayment, 500_000)
	back := w.payoutBack(t, paid)
	w.empty(t, paid)
	require.Equal(t, []string{"payout_returned"}, timeline(t, w, paid))
	shown, err := w.intents.Intent(t.Context(), paid.MemberID, asked.ID)
	require.NoError(t, err)
	require.Equal(t, repay.Replaced, shown.State, "the open intent is replaced")

	value, err := rowsOf[money.Date](t, w, `SELECT value_date FROM ledger_transaction WHERE kind = 'return'`)
	require.NoError(t, err)
	require.Equal(t, []money.Date{money.MustDate("2026-03-12")}, value, "the return has the value date of the payout")
	notices, err := rowsOf[string](t, w, `SELECT kind FROM notice`)
	require.NoError(t, err)
	require.Equal(t, []string{"payout_returned"}, notices)

	// Repeated reports, under the same or other event ids, change nothing.
	before := w.rows(t)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	require.Equal(t, before, w.rows(t))
	back.ID = "under another id"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	back.Type, back.ID = payment.ReportPayment, "as a payment" // the same money, as a bank statement shows it
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", back))
	require.Zero(t, w.count(t, `SELECT count(*) FROM payment`))
	require.NoError(t, w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{Order: paid.OrderID, Amount: paid.Loan.ActualReceived, Account: flowtest.Last4, Reference: back.Reference, Actor: "ops:anna", Note: "x"}))
	w.empty(t, paid)
	require.Empty(t, w.alarms(t))

	// Nothing is owed, paid or extended any more, and no month charges anything.
	_, err = w.intents.Open(t.Context(), w.key(paid.MemberID), intent.Request{
		Member: paid.MemberID, Order: paid.OrderID, Purpose: repay.ForPayoff, Method: repay.ByBank,
	})
	require.ErrorIs(t, err, reason.New(reason.LoanSettled))
	_, err = w.intents.ExtendQuote(t.Context(), paid.MemberID, paid.OrderID)
	require.ErrorIs(t, err, reason.New(reason.LoanSettled))
	w.days(200)
	w.month(t)
	w.empty(t, paid)
	activity, err := loan.ActivityOf(paid.MemberID, w.today()).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Equal(t, loan.Activity{Open: activity.Open}, activity, "a returned payout does not count as repaid on time")
	require.Empty(t, activity.Open)

	// A payment with an old code is refunded.
	late := w.receive(t, early.Code, 500_000)
	require.Equal(t, repay.Over, w.payment(t, late).Outcome)
	w.reconciled(t)
	w.refundAll(t)
	w.empty(t, paid)
	require.Equal(t, credit, creditOf(t, w, paid))
}

func TestPaymentsOnALoanWithAReturnedPayoutAreRefunded(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	w.days(10)
	first := w.receive(t, w.intent(t, paid, repay.ForRepayment, 700_000).Code, 700_000)
	w.payoutBack(t, paid)
	require.Equal(t, int64(700_000), w.state(t, paid).Overpaid())
	shown, err := orders.New(w.pool, w.clock).Detail(t.Context(), borrower.Borrower{ID: paid.MemberID}, paid.OrderID)
	require.NoError(t, err)
	require.Equal(t, int64(700_000), shown.Overpaid, "the overpayment is shown although the loan has ended")
	require.Zero(t, shown.OverpaidHeld, "the refund is under way")
	w.reconciled(t)
	w.refundAll(t)
	w.empty(t, paid)
	sent, err := w.bank.Booked(t.Context(), payment.DirectionRefund, money.VND)
	require.NoError(t, err)
	require.Equal(t, int64(700_000), sent)

	// The payer's bank takes it back as well, so the payer has it twice, and an alarm is raised.
	w.takeBack(t, first)
	require.Equal(t, []repay.AlarmKind{repay.ReturnedAndReversedAlarm}, w.alarms(t))
	require.Equal(t, int64(700_000), w.facts(t, paid).Balance.Owed())
	require.Equal(t, loan.CancelledBySystem, w.facts(t, paid).Order.Status)
	w.reconciled(t)
}

// A loan whose payout came back does not count as repaid on time, even if it was repaid.
func TestReturnedPayoutUndoesTheSettlement(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	before := creditOf(t, w, paid)
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	last := w.receive(t, payoff.Code, payoff.Amount)
	require.NotEqual(t, before, creditOf(t, w, paid))
	w.days(3)
	w.payoutBack(t, paid)
	require.Equal(t, before, creditOf(t, w, paid))
	w.refundAll(t)
	w.empty(t, paid)
	settled, err := loan.SettledOf(paid.MemberID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Empty(t, settled, "there is nothing to certify")
	receipt, err := w.flow.Receipt(t.Context(), paid.MemberID, w.payment(t, last).ID, lang.EN)
	require.NoError(t, err)
	require.False(t, receipt.Settled, "a loan with a returned payout is not settled")
	require.Zero(t, receipt.Remaining)
}

func TestReturnedPayoutReportedAsAPaymentLeavesSuspense(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	w.days(2)
	inSuspense := w.receive(t, "TRA LAI GD CHUYEN TIEN", paid.Loan.ActualReceived)
	small := w.receive(t, "TRA LAI", paid.Loan.ActualReceived-5_500)
	bookReturn := func(reference string) error {
		return w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{Order: paid.OrderID, Amount: paid.Loan.ActualReceived, Account: flowtest.Last4, Reference: reference, Actor: "ops:anna", Note: "closed account"})
	}
	require.ErrorIs(t, bookReturn(small.Reference), pay.ErrTransferMismatch, "less than the payout")
	before := w.rows(t)
	require.NoError(t, w.flow.Return(t.Context(), w.payment(t, inSuspense).ID, "ops:ben"))
	require.ErrorIs(t, bookReturn(inSuspense.Reference), reason.New(reason.SuspenseHandled), "the payment is being sent back")
	_, err := w.over(&slowBank{Gateway: w.bank, payouts: []payment.Result{{State: payment.Failed}}}).Refund(t.Context(), w.refundID(t))
	require.NoError(t, err)
	require.Equal(t, before["loan"], w.rows(t)["loan"])

	require.NoError(t, bookReturn(inSuspense.Reference))
	require.NoError(t, bookReturn(inSuspense.Reference), "a repeated command changes nothing")
	require.ErrorIs(t, bookReturn("FT77"), pay.ErrReturnedOtherwise)
	require.Equal(t, repay.Returned, w.payment(t, inSuspense).State)
	w.empty(t, paid)
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'payout.returned' AND actor = 'ops:anna'`))
	require.ErrorIs(t, w.flow.Match(t.Context(), w.payment(t, inSuspense).ID, paid.OrderID, pay.MatchRepayment, "ops:ben"), reason.New(reason.SuspenseHandled))

	other := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	err = w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{Order: other.OrderID, Amount: other.Loan.ActualReceived, Account: flowtest.Last4, Reference: inSuspense.Reference, Actor: "ops:anna", Note: "x"})
	require.ErrorIs(t, err, pay.ErrTransferMismatch, "the same money cannot come back twice")
	require.ErrorIs(t, w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{Order: uuid.New(), Reference: "R"}), pay.ErrNotPaidOut)
}

// A mistyped reference is corrected. A payment reported under the right one meanwhile leaves suspense, and the bank's
// books agree with ours again.
func TestMistypedReferenceOfAPayoutReturnIsCorrected(t *testing.T) {
	t.Parallel()
	for name, late := range map[string]bool{"reported": true, "not reported": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-03-12")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			w.days(2)
			bookReturn := func(reference, insteadOf string) error {
				return w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{
					Order: paid.OrderID, Amount: paid.Loan.ActualReceived, Account: flowtest.Last4, Reference: reference, InsteadOf: insteadOf, Actor: "ops:anna", Note: "x",
				})
			}
			right := "FT77"
			require.NoError(t, bookReturn("FT7", ""))
			booked := w.count(t, `SELECT count(*) FROM ledger_transaction`)
			if late {
				right = w.receive(t, "TRA LAI", paid.Loan.ActualReceived).Reference
			}
			other := w.receive(t, "TRA LAI", paid.Loan.ActualReceived-1_000).Reference
			require.ErrorIs(t, bookReturn(right, ""), pay.ErrReturnedOtherwise)
			require.ErrorIs(t, bookReturn(right, "FT8"), pay.ErrReferenceKept)
			require.ErrorIs(t, bookReturn(other, "FT7"), pay.ErrTransferMismatch)
			require.NoError(t, bookReturn(right, "FT7"))
			require.NoError(t, bookReturn(right, "FT7"), "a repeated command changes nothing")
			require.Equal(t, 1, w.count(t, `SELECT count(*) FROM disbursement_return WHERE reference = '`+right+`'`))
			require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'payout.returned' AND detail->>'insteadOf' = 'FT7'`))
			if late {
				require.Equal(t, 1, w.count(t, `SELECT count(*) FROM payment WHERE state = 'returned' AND gateway_reference = '`+right+`'`))
				w.empty(t, paid)
			} else {
				require.Equal(t, booked+1, w.count(t, `SELECT count(*) FROM ledger_transaction`), "only the other payment is booked")
			}
		})
	}
}

// A reference that a gateway reported is no typing error of an operator.
func TestReportedReferenceOfAPayoutReturnIsNotCorrected(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	reported, typed := flowtest.PayOut(t, w.pool, flowtest.Loan{}), flowtest.PayOut(t, w.pool, flowtest.Loan{})
	w.days(2)
	bookReturn := func(paid flowtest.Paid, reference, insteadOf string) error {
		return w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{
			Order: paid.OrderID, Amount: paid.Loan.ActualReceived, Account: flowtest.Last4, Reference: reference, InsteadOf: insteadOf, Actor: "ops:anna", Note: "x",
		})
	}
	require.ErrorIs(t, bookReturn(reported, "FT8", w.payoutBack(t, reported).Reference), pay.ErrReferenceKept)
	inSuspense := w.receive(t, "TRA LAI", typed.Loan.ActualReceived).Reference
	require.ErrorIs(t, bookReturn(typed, inSuspense, "FT7"), pay.ErrReferenceKept, "nothing is booked under that reference")
	require.NoError(t, bookReturn(typed, inSuspense, ""))
	require.ErrorIs(t, bookReturn(typed, "FT8", inSuspense), pay.ErrReferenceKept)
	w.reconciled(t)
}

// The returned money was matched as a repayment before anybody knew.
func TestReturnedPayoutMatchedAsARepaymentIsReversed(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	w.days(5)
	inSuspense := w.receive(t, "TRA LAI", paid.Loan.ActualReceived)
	require.NoError(t, w.flow.Match(t.Context(), w.payment(t, inSuspense).ID, paid.OrderID, pay.MatchRepayment, "ops:ben"))
	w.days(30)
	own := w.receive(t, w.intent(t, paid, repay.ForRepayment, 150_000).Code, 150_000)
	elsewhere := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	for order, want := range map[uuid.UUID]error{elsewhere.OrderID: pay.ErrTransferMismatch, paid.OrderID: nil} {
		err := w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{
			Order: order, Amount: paid.Loan.ActualReceived, Account: flowtest.Last4, Reference: inSuspense.Reference, Insist: true, Actor: "ops:anna", Note: "x",
		})
		require.ErrorIs(t, err, want)
	}
	require.Equal(t, repay.Reversed, w.payment(t, inSuspense).State)
	require.Equal(t, int64(150_000), w.state(t, paid).Overpaid(), "the borrower's own payment")
	w.reconciled(t)
	w.refundAll(t)
	require.Equal(t, repay.Posted, w.payment(t, own).State)
	w.empty(t, paid)
	require.NoError(t, w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{Order: paid.OrderID, Amount: paid.Loan.ActualReceived, Account: flowtest.Last4, Reference: inSuspense.Reference, Actor: "ops:anna", Note: "x"}))
	w.empty(t, paid)
}

func TestContradictingPayoutReturnRaisesAnAlarm(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*payment.Report){
		"less than the payout minus the maximum fee": func(e *payment.Report) { e.Amount -= vietnam.ReturnFeeMax + 1 },
		"more than the payout":                       func(e *payment.Report) { e.Amount++ },
		"another currency":                           func(e *payment.Report) { e.Currency = "THB" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-03-12")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			e := w.returned(t, paid)
			change(&e)
			require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
			require.Equal(t, []repay.AlarmKind{repay.ReturnContradictedAlarm}, w.alarms(t))
			require.False(t, w.facts(t, paid).Loan.Returned())
		})
	}
	t.Run("another reference", func(t *testing.T) {
		t.Parallel()
		w := open(t, "2026-03-12")
		e := w.payoutBack(t, flowtest.PayOut(t, w.pool, flowtest.Loan{}))
		e.ID, e.Reference = "again", "RT-2"
		require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
		require.Equal(t, []repay.AlarmKind{repay.ReturnContradictedAlarm}, w.alarms(t))
	})
	t.Run("a payout that failed", func(t *testing.T) {
		t.Parallel()
		w := open(t, "2026-03-12")
		paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
		e := w.returned(t, paid)
		_, err := w.pool.Exec(t.Context(), `UPDATE disbursement SET state = 'failed'`)
		require.NoError(t, err)
		require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
		require.Equal(t, []repay.AlarmKind{repay.ReturnContradictedAlarm}, w.alarms(t))
	})
	t.Run("a payout without an outcome", func(t *testing.T) {
		t.Parallel()
		w := open(t, "2026-03-12")
		confirmed := flowtest.Confirmed(t, w.pool, w.clock.Now())
		e := payment.Report{
			ID: "early", Type: payment.ReportPayoutReturned, Reference: "RT", OriginalReference: confirmed.OrderNo + "-1", Amount: 1, Currency: "VND", PaidAt: w.clock.Now(),
		}
		require.ErrorIs(t, w.flow.Receive(t.Context(), "sandbox", e), reason.New(reason.NotFound), "the gateway repeats the report once the payout is booked")
		e.OriginalReference = "nobody's"
		require.ErrorIs(t, w.flow.Receive(t.Context(), "sandbox", e), reason.New(reason.NotFound))
		require.Empty(t, w.alarms(t))
	})
}

// A mistyped order number must not cancel another loan: the operator's statement must agree with the books.
func TestImplausiblePayoutReturnNeedsInsist(t *testing.T) {
	t.Parallel()
	bookReturn := func(w *fixture, paid flowtest.Paid, reference string, insist bool) error {
		return w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{
			Order: paid.OrderID, Amount: paid.Loan.ActualReceived, Account: flowtest.Last4, Reference: reference, Insist: insist, Actor: "ops:anna", Note: "x",
		})
	}
	for name, c := range map[string]struct {
		happen func(*fixture, flowtest.Paid) (reference string)
		says   string
	}{
		"the borrower paid": {func(w *fixture, paid flowtest.Paid) string {
			w.receive(t, w.intent(t, paid, repay.ForRepayment, 700_000).Code, 700_000)
			return w.returned(t, paid).Reference
		}, "700000 VND were repaid on this loan"},
		"the borrower paid, and the amount is in suspense": {func(w *fixture, paid flowtest.Paid) string {
			w.receive(t, w.intent(t, paid, repay.ForRepayment, 700_000).Code, 700_000)
			return w.receive(t, "TRA LAI", paid.Loan.ActualReceived).Reference
		}, "700000 VND were repaid on this loan"},
		"the loan was extended": {func(w *fixture, paid flowtest.Paid) string {
			w.days(80)
			_, err := w.intents.Extend(t.Context(), w.key(paid.MemberID), ask(paid, w.choices(t, paid)[0], false))
			require.NoError(t, err)
			return w.receive(t, "TRA LAI", paid.Loan.ActualReceived).Reference
		}, "this loan was extended"},
		"an old payout, and no reported payment": {func(w *fixture, paid flowtest.Paid) string {
			w.days(15)
			return w.returned(t, paid).Reference
		}, "the payout was 15 days ago"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-03-12")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			reference := c.happen(w, paid)
			before := w.rows(t)
			err := bookReturn(w, paid, reference, false)
			require.ErrorIs(t, err, pay.ErrReturnDoubted)
			require.ErrorContains(t, err, c.says)
			require.ErrorContains(t, err, "--insist")
			require.Equal(t, before, w.rows(t))
			require.NoError(t, bookReturn(w, paid, reference, true))
			require.NoError(t, bookReturn(w, paid, reference, false), "a repeated command changes nothing")
			w.refundAll(t)
			w.empty(t, paid)
			require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'payout.returned' AND detail -> 'insisted' = 'true'`))
		})
	}
}

// A return is booked without --insist if a gateway has reported the money, however late, or if the payout is recent.
func TestPlausiblePayoutReturnNeedsNoInsist(t *testing.T) {
	t.Parallel()
	for name, days := range map[string]int{"reported": 40, "not reported": 14} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-03-12")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			w.days(days)
			command := pay.ReturnedPayout{Order: paid.OrderID, Amount: paid.Loan.ActualReceived, Account: flowtest.Last4, Actor: "ops:anna", Note: "x"}
			if name == "reported" {
				command.Reference = w.receive(t, "TRA LAI", paid.Loan.ActualReceived).Reference
			} else {
				command.Reference = w.returned(t, paid).Reference
			}
			for _, other := range []int64{0, command.Amount - 1, command.Amount + 1} {
				wrong := command
				wrong.Amount, wrong.Insist = other, true
				err := w.flow.PayoutReturned(t.Context(), wrong)
				require.ErrorIs(t, err, pay.ErrAmountMismatch)
				require.ErrorContains(t, err, fmt.Sprintf("it is %d in minor units, %s", command.Amount, money.Of(command.Amount, money.VND)))
			}
			require.NoError(t, w.flow.PayoutReturned(t.Context(), command))
			w.empty(t, paid)
			require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'payout.returned' AND detail -> 'insisted' = 'false'`))
		})
	}
}

// Two operators, the bank's own report and a payment at the same time: the payout is returned once, and the payment is
// refunded.
func TestConcurrentPayoutReturnAndPaymentAreBookedOnce(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	w.days(30)
	for range 15 {
		paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
		arrived := w.transfer(t, w.intent(t, paid, repay.ForRepayment, 400_000).Code, 400_000, w.clock.Now())
		inSuspense := w.receive(t, "TRA LAI", paid.Loan.ActualReceived)
		reported := payment.Report{
			ID: "reported-" + inSuspense.Reference, Type: payment.ReportPayoutReturned, Reference: inSuspense.Reference, OriginalReference: w.payoutOf(t, paid),
			Amount: inSuspense.Amount, Currency: "VND", PaidAt: w.clock.Now(),
		}
		var group errgroup.Group
		for _, who := range []string{"ops:anna", "ops:ben"} {
			group.Go(func() error {
				return w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{Order: paid.OrderID, Amount: paid.Loan.ActualReceived, Account: flowtest.Last4, Reference: inSuspense.Reference, Insist: true, Actor: who, Note: "x"})
			})
		}
		group.Go(func() error { return w.flow.Receive(t.Context(), "sandbox", reported) })
		group.Go(func() error { return w.flow.Receive(t.Context(), "sandbox", arrived) })
		require.NoError(t, group.Wait())
		w.refundAll(t)
		w.empty(t, paid)
		require.Equal(t, 1, w.count(t, `SELECT count(*) FROM order_event WHERE order_id = $1 AND event = 'payout_returned'`, paid.OrderID))
		require.Equal(t, 1, w.count(t, `SELECT count(*) FROM notice WHERE order_id = $1 AND kind = 'payout_returned'`, paid.OrderID))
	}
	require.Empty(t, w.alarms(t))
}

// The interest of a loan whose payout came back is taken back on the day on which this becomes known, not on the days
// before.
func TestReturnedPayoutCorrectsInterestOnTheDayOfTheReturn(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	w.days(10)
	earned := func() (days map[money.Date]servicing.DayInterest) {
		days = map[money.Date]servicing.DayInterest{}
		for _, day := range w.facts(t, paid).InterestByDay(vietnam, servicing.KnownDates{}, money.MustDate("2026-03-12"), w.today()) {
			days[day.On] = day
		}
		return days
	}
	before := earned()
	w.payoutBack(t, paid)
	after := earned()
	var accrued int64
	for on, day := range before {
		require.Equal(t, day.Accrued, after[on].Accrued)
		accrued += day.Accrued
	}
	require.Positive(t, accrued)
	require.Equal(t, -accrued, after[w.today()].Corrected)
}

func creditOf(t *testing.T, w *fixture, paid flowtest.Paid) (limitAndScore [2]int64) {
	t.Helper()
	var p credit.Profile
	require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT credit_limit, score FROM credit_profile WHERE member_id = $1`, paid.MemberID).Scan(&p.Limit, &p.Score))
	return [2]int64{p.Limit, int64(p.Score)}
}

func rowsOf[T any](t *testing.T, w *fixture, sql string) ([]T, error) {
	t.Helper()
	rows, err := w.pool.Query(t.Context(), sql)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[T])
}

// The account of a former borrower is erased, so any digits would match it.
func TestReturnOfAPayoutToAnErasedAccountNeedsInsist(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	b := &pgx.Batch{}
	bankcard.QueueErase(b, paid.MemberID, w.clock.Now())
	require.NoError(t, postgres.Send(t.Context(), w.pool, b))
	bookReturn := func(insist bool) error {
		return w.flow.PayoutReturned(t.Context(), pay.ReturnedPayout{
			Order: paid.OrderID, Amount: paid.Loan.ActualReceived, Account: "9999", Reference: "FT1", Insist: insist, Actor: "ops:anna", Note: "x",
		})
	}
	before := w.rows(t)
	require.ErrorIs(t, bookReturn(false), pay.ErrReturnDoubted)
	require.Equal(t, before, w.rows(t))
	require.NoError(t, bookReturn(true))
}
