package pay_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestPartPaymentAndPayoffSettleTheLoan(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	w.days(30)
	due := w.state(t, paid)
	require.Equal(t, repay.Amounts{
		repay.LateFee: 0, repay.OverdueFee: 0, repay.ExtensionFee: 0,
		repay.AccountFee: 10_000, repay.ServiceFee: 50_000, repay.Interest: 61_644, repay.Principal: 5_000_000,
	}, due.Owed)

	part := w.receive(t, w.intent(t, paid, repay.ForRepayment, 2_000_000).Code, 2_000_000)
	got := w.payment(t, part)
	require.Equal(t, repay.PartPaid, got.Outcome)
	require.Equal(t, repay.Posted, got.State)
	require.Equal(t, int64(3_121_644), w.state(t, paid).Owed.Total())

	w.days(30)
	// 3,121,644 for 30 nights at 15 %, on top of 61,644 paid, with one rounding over both.
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	require.Equal(t, w.state(t, paid).Owed.Total(), payoff.Amount)
	require.Equal(t, int64(3_121_644+38_486+10_000), payoff.Amount)
	last := w.payment(t, w.receive(t, payoff.Code, payoff.Amount))
	require.Equal(t, repay.PaidOff, last.Outcome)

	facts := w.facts(t, paid)
	require.Equal(t, w.today(), facts.Loan.SettledOn)
	require.Equal(t, loan.RepaySettled, facts.Order.RepayStatus)
	require.NotNil(t, facts.Order.ClosedAt)
	require.Zero(t, facts.Balance.Owed())
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM credit_event WHERE order_id = $1 AND kind = 'settled_on_time'`, paid.OrderID))
	require.Zero(t, w.count(t, `SELECT count(*) FROM river_job WHERE kind = 'document.receipt'`), "made on request")
	require.Zero(t, w.count(t, `SELECT count(*) FROM river_job WHERE kind = 'document.certificate'`), "made on request")
	require.Equal(t, []string{"payment_received", "payment_received", "settled"}, timeline(t, w, paid))
	w.reconciled(t)
}

// A serial that was drawn twice causes no error for the bank.
func TestDuplicateSerialNumberIsDrawnAgain(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	code := w.intent(t, paid, repay.ForRepayment, 2_000_000).Code
	// A sequence is not rolled back with a transaction: the first serial is refused, and the next one is not.
	_, err := postgrestest.Owner(t, w.pool).Exec(t.Context(), `
		CREATE SEQUENCE drawn;
		CREATE FUNCTION taken() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
		BEGIN
			IF nextval('drawn') = 1 THEN
				RAISE EXCEPTION 'taken' USING ERRCODE = 'unique_violation', CONSTRAINT = 'payment_serial_key';
			END IF;
			RETURN NEW;
		END $$;
		CREATE TRIGGER taken BEFORE INSERT ON payment FOR EACH ROW EXECUTE FUNCTION taken()`)
	require.NoError(t, err)
	require.Equal(t, repay.Posted, w.payment(t, w.receive(t, code, 2_000_000)).State)
	require.Equal(t, 2, w.count(t, `SELECT last_value FROM drawn`))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM payment WHERE order_id = $1`, paid.OrderID))
	w.reconciled(t)
}

func timeline(t *testing.T, w *fixture, paid flowtest.Paid) (events []string) {
	entries, err := postgres.Value[postgres.RowArray[loan.TimelineEntry]]("test: timeline", `SELECT `+loan.TimelineRows(`$1`), paid.OrderID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	loan.SortTimeline(entries)
	for _, e := range entries {
		events = append(events, string(e.Event))
	}
	return events
}

func TestExactPaymentOnTheDueDateAndLateWithFees(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	onTime := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	late := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	w.days(onTime.Loan.DueDate.DaysSince(w.today()))
	exact := w.intent(t, onTime, repay.ForRepayment, onTime.Loan.TotalAtDue)
	require.Equal(t, repay.Exact, w.payment(t, w.receive(t, exact.Code, exact.Amount)).Outcome)

	w.days(10)
	owed := w.state(t, late).Owed
	require.Equal(t, int64(50_000), owed[repay.LateFee])
	require.Equal(t, int64(25_000), owed[repay.OverdueFee])
	full := w.intent(t, late, repay.ForRepayment, owed.Total())
	require.Equal(t, repay.Exact, w.payment(t, w.receive(t, full.Code, full.Amount)).Outcome)
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM credit_event WHERE order_id = $1 AND kind = 'settled_late'`, late.OrderID))
	w.reconciled(t)
}

func TestPaymentOfAnExpiredQuoteIsAPartPayment(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	quoted := w.intent(t, paid, repay.ForPayoff, 1)
	w.days(1)
	e := w.receive(t, quoted.Code, quoted.Amount)
	require.Equal(t, repay.LateQuote, w.payment(t, e).Outcome)
	left := w.state(t, paid)
	require.False(t, left.Settled())
	require.Equal(t, int64(2055), left.Owed.Total(), "one day's interest on the principal")
	w.reconciled(t)
}

// A payment in another currency is never booked as an amount of ours. It waits for an operator.
func TestPaymentInAnotherCurrencyStaysInSuspense(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	before := w.state(t, paid).Owed
	asked := w.intent(t, paid, repay.ForPayoff, 1)
	e := w.transfer(t, asked.Code, asked.Amount, w.clock.Now())
	e.Currency = "THB"
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
	got := w.payment(t, e)
	require.Equal(t, repay.Suspense, got.State)
	require.Nil(t, got.OrderID)
	require.Equal(t, money.Currency("THB"), got.Currency)
	require.Equal(t, before, w.state(t, paid).Owed)
}

func TestOverpaymentIsRefundedOnce(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	e := w.receive(t, payoff.Code, payoff.Amount+70_000)
	require.Equal(t, repay.Over, w.payment(t, e).Outcome)
	facts := w.facts(t, paid)
	require.Equal(t, loan.RepaySettled, facts.Order.RepayStatus)
	require.Equal(t, int64(-70_000), facts.Balance[ledger.Overpayment])
	require.Equal(t, int64(70_000), w.state(t, paid).Overpaid())
	w.reconciled(t)

	w.refundAll(t)
	w.refundAll(t)
	require.Zero(t, w.facts(t, paid).Balance[ledger.Overpayment])
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM sandbox_bank.transfer WHERE direction = 'refund' AND amount = 70000 AND account_number = '0071000123456'`))
	require.Contains(t, timeline(t, w, paid), "overpayment_returned")
	w.reconciled(t)

	// Paid again by mistake with the old code: everything is refunded.
	again := w.receive(t, payoff.Code, 123_456)
	require.Equal(t, repay.Over, w.payment(t, again).Outcome)
	w.refundAll(t)
	require.Zero(t, w.facts(t, paid).Balance[ledger.Overpayment])
	w.reconciled(t)
}

func TestRepeatedReportCountsOnce(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.transfer(t, w.intent(t, paid, repay.ForRepayment, 400_000).Code, 400_000, w.clock.Now())
	var wg sync.WaitGroup
	for n := range 40 {
		copied := e
		if n%4 == 0 {
			copied.ID = "another-event" // for the same payment
		}
		wg.Go(func() { require.NoError(t, w.flow.Receive(t.Context(), "sandbox", copied)) })
	}
	wg.Wait()
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM payment`))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM ledger_transaction WHERE kind = 'payment'`))
	require.Equal(t, int64(400_000), w.state(t, paid).Repaid.Total())
	w.reconciled(t)
}

func TestMangledMemoIsMatchedOrStaysInSuspense(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	code := w.intent(t, paid, repay.ForRepayment, 100_000).Code
	cut := "CT DEN:" + code[:8]
	require.Equal(t, repay.Suspense, w.payment(t, w.receive(t, cut, 1_000)).State, "the beginning of a code alone does not match")
	require.Equal(t, repay.Posted, w.payment(t, w.receive(t, cut, 100_000)).State, "the beginning of a code matches together with the amount")
	require.Equal(t, repay.Suspense, w.payment(t, w.receive(t, cut, 100_000)).State, "a paid intent does not match any more")
	for _, memo := range []string{
		"MBVCB.678." + strings.ToLower(code) + ".CT tu 007 NGUYEN THI LAN", code[:4] + " " + code[4:],
	} {
		require.Equal(t, repay.Posted, w.payment(t, w.receive(t, memo, 1_000)).State, memo)
	}
	wrong := "2"
	if strings.HasSuffix(code, wrong) {
		wrong = "3"
	}
	for _, memo := range []string{"tra no", code[:5], code[:9] + wrong, "LM" + strings.Repeat("Z", 8)} {
		require.Equal(t, repay.Suspense, w.payment(t, w.receive(t, memo, 1_000)).State, memo)
	}
	other := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	both := code + " " + w.intent(t, other, repay.ForRepayment, 5_000).Code
	require.Equal(t, repay.Suspense, w.payment(t, w.receive(t, both, 1_000)).State, "the memo names two loans")
	require.Equal(t, int64(102_000), w.state(t, paid).Repaid.Total())
	w.reconciled(t)
}

func TestOperatorMatchesASuspensePayment(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-10")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.receive(t, "tra no thang sau", 5_500_000)
	w.days(20)
	waiting, err := w.flow.Suspense(t.Context(), paging.First(99))
	require.NoError(t, err)
	require.Len(t, waiting.Rows, 1)
	require.Positive(t, w.state(t, paid).Owed[repay.LateFee], "overdue by now")

	require.NoError(t, w.flow.Match(t.Context(), waiting.Rows[0].ID, paid.OrderID, pay.MatchRepayment, "ops:anna"))
	state := w.state(t, paid)
	require.True(t, state.Settled(), "it was paid before the due date")
	require.Equal(t, money.MustDate("2026-06-10"), state.SettledOn)
	require.Zero(t, state.Charged[repay.LateFee])
	require.Equal(t, repay.Over, w.payment(t, e).Outcome)
	require.ErrorIs(t, w.flow.Match(t.Context(), waiting.Rows[0].ID, paid.OrderID, pay.MatchRepayment, "ops:anna"), reason.New(reason.SuspenseHandled))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE actor = 'ops:anna' AND action = 'suspense.match'`))
	w.reconciled(t)
	w.refundAll(t)
	w.reconciled(t)
}

// A payment that the bank dates before the posted accrual pays what was owed then.
func TestBackDatedPaymentPaysWhatWasOwedThen(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	code := w.intent(t, paid, repay.ForRepayment, 5_000_000).Code
	paidAt := w.clock.Now()
	w.days(9)
	w.accrue(t, paid)
	require.Equal(t, int64(50_000), w.facts(t, paid).Balance[ledger.LateFeeReceivable])
	w.receive(t, code, 80_000)
	require.Zero(t, w.facts(t, paid).Balance[ledger.LateFeeReceivable], "the late fee was paid first")

	w.receiveAt(t, code, paid.Loan.TotalAtDue, paidAt)
	facts, state := w.facts(t, paid), w.state(t, paid)
	require.True(t, state.Settled())
	require.Equal(t, paid.Loan.DueDate, facts.Loan.SettledOn)
	require.Zero(t, facts.Balance[ledger.LateFeeIncome])
	require.Zero(t, facts.Balance[ledger.OverdueFeeIncome])
	require.Equal(t, int64(80_000), state.Overpaid(), "the later payment was not owed")
	w.reconciled(t)
	w.refundAll(t)
	w.reconciled(t)
}

func TestValueDateIsBetweenThePayoutAndToday(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	code := w.intent(t, paid, repay.ForRepayment, 1_000).Code
	require.Equal(t, w.today(), w.payment(t, w.receiveAt(t, code, 1_000, w.clock.Now().Add(72*time.Hour))).ValueDate)
	early := w.payment(t, w.receiveAt(t, code, 1_000, w.clock.Now().AddDate(0, -3, 0)))
	require.Equal(t, paid.Loan.DisbursedOn, early.ValueDate, "the value date is not before the payout")
	w.reconciled(t)
}

func TestRoundTripsOfAPayment(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	w.pool = counted(t, w.pool)
	w.flow = w.over(w.bank)
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	for _, c := range []struct {
		name, memo string
		amount     int64
		trips      int
	}{{"part", payoff.Code, 1_000, 3}, {"suspense", "?", 1_000, 2}, {"settled and over", payoff.Code, 9_000_000, 4}} {
		e := w.transfer(t, c.memo, c.amount, w.clock.Now())
		ctx, trips := postgres.CountTrips(t.Context())
		require.NoError(t, w.flow.Receive(ctx, "sandbox", e))
		require.Equal(t, c.trips, trips.Count(), "%s: %q", c.name, trips.SQL())
	}
	ctx, trips := postgres.CountTrips(t.Context())
	_, err := w.intents.Due(ctx, paid.MemberID, paid.OrderID)
	require.NoError(t, err)
	require.Equal(t, 1, trips.Count())
}

// An invalid report is refused completely, even if its payment is recorded: nothing is booked, and no alarm is raised.
func TestInvalidReportIsRefused(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	recorded := w.receive(t, "nobody's", 300_000)
	before := w.rows(t)
	century := time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)
	for name, change := range map[string]func(*payment.Report){
		"zero amount":                     func(e *payment.Report) { e.Amount = 0 },
		"negative amount":                 func(e *payment.Report) { e.Amount = -1 },
		"unknown currency":                func(e *payment.Report) { e.Currency = "dong" },
		"too old":                         func(e *payment.Report) { e.PaidAt = century.Add(-time.Nanosecond) },
		"known payment, zero amount":      func(e *payment.Report) { e.Reference, e.Amount = recorded.Reference, 0 },
		"known payment, unknown currency": func(e *payment.Report) { e.Reference, e.Currency = recorded.Reference, "dong" },
	} {
		e := w.transfer(t, "nobody's", 300_000, w.clock.Now())
		change(&e)
		require.ErrorIs(t, w.flow.Receive(t.Context(), "sandbox", e), reason.New(reason.InvalidParameter), name)
	}
	require.Equal(t, before, w.rows(t))
	require.Empty(t, w.alarms(t))
	w.receiveAt(t, "nobody's", 1, century)
}
