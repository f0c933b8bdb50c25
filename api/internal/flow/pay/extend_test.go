package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/flow/servicing"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// choices returns the options to move the due date today.
func (w *fixture) choices(t *testing.T, paid flowtest.Paid) []servicing.ExtensionOption {
	t.Helper()
	q, err := w.intents.ExtendQuote(t.Context(), paid.MemberID, paid.OrderID)
	require.NoError(t, err)
	return q.Choices
}

func ask(paid flowtest.Paid, c servicing.ExtensionOption, now bool) intent.ExtendRequest {
	return intent.ExtendRequest{
		Member: paid.MemberID, Session: paid.Session, Order: paid.OrderID, Times: c.Times, Fee: c.Fee, NewDueDate: c.NewDueDate, Digest: c.Digest(),
		Paid: now, Method: repay.ByBank, Accepted: true,
	}
}

// extension opens the intent whose payment moves the due date.
func (w *fixture) extension(t *testing.T, paid flowtest.Paid, c servicing.ExtensionOption) intent.Intent {
	t.Helper()
	done, err := w.intents.Extend(t.Context(), w.key(paid.MemberID), ask(paid, c, true))
	require.NoError(t, err)
	found, err := w.intents.Intent(t.Context(), paid.MemberID, *done.IntentID)
	require.NoError(t, err)
	return found
}

// The loan of these tests is 5,000,000 from 12 March for 91 days: due on 11 June 2026, a Thursday. Fifteen days later
// is 26 June. Thirty days later is Saturday 11 July, which moves to Monday 13 July where banks are closed on Saturdays.
const dueDate = "2026-06-11"

// spec: 4.extension-paid
func TestAnExtensionPaidInTimeMovesTheDueDate(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	c := w.choices(t, paid)[0]
	intent := w.extension(t, paid, c)
	require.Equal(t, money.MustDate(dueDate), w.facts(t, paid).Loan.DueDate, "an intent does not move the due date")
	e := w.receive(t, intent.Code, c.Fee)
	require.Equal(t, repay.Extended, w.payment(t, e).Outcome)
	facts := w.facts(t, paid)
	require.Equal(t, c.NewDueDate, facts.Loan.DueDate)
	require.Zero(t, facts.Replay(w.today()).Owed[repay.ExtensionFee])
	require.Equal(t, []repay.Part{{Component: repay.ExtensionFee, Amount: c.Fee}}, facts.Splits[0].Parts, "the fee and nothing else")
	require.Equal(t, c.TotalAtDue-c.Fee, facts.Replay(c.NewDueDate).Owed.Total(), "the amount is as quoted")
	require.Equal(t, []string{"payment_received", "extended"}, timeline(t, w, paid))
	w.reconciled(t)
	// Paying with the same code again is a part payment.
	again := w.receive(t, intent.Code, c.Fee)
	require.Equal(t, repay.NotExtended, w.payment(t, again).Outcome)
	require.Equal(t, c.NewDueDate, w.facts(t, paid).Loan.DueDate)
	w.reconciled(t)
}

// spec: 4.extension-unpaid
func TestAnExtensionWithoutPaymentAddsTheFee(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff := w.intent(t, paid, repay.ForPayoff, 1)
	c := w.choices(t, paid)[0]
	key := w.key(paid.MemberID)
	done, err := w.intents.Extend(t.Context(), key, ask(paid, c, false))
	require.NoError(t, err)
	require.Nil(t, done.IntentID)
	again, err := w.intents.Extend(t.Context(), key, ask(paid, c, false))
	require.NoError(t, err)
	require.Equal(t, done, again, "a retry with the same key extends only once")
	require.Equal(t, c.NewDueDate, w.facts(t, paid).Loan.DueDate)
	require.Equal(t, c.Fee, w.state(t, paid).Owed[repay.ExtensionFee])
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM loan_extension`))
	seen, err := w.intents.Intent(t.Context(), paid.MemberID, payoff.ID)
	require.NoError(t, err)
	require.Equal(t, repay.Replaced, seen.State, "the amount of the intent is out of date")
	w.reconciled(t)
	w.days(25)
	require.Equal(t, c.NewDueDate, w.today())
	require.Equal(t, c.TotalAtDue, w.state(t, paid).Owed.Total())
	last := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, last.Code, last.Amount)
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM credit_event WHERE kind = 'settled_on_time'`), "settled by the new due date")
	w.reconciled(t)
}

func TestInvalidExtensionRequestIsRefused(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	refused := func(want reason.Reason, paid flowtest.Paid, a intent.ExtendRequest) {
		t.Helper()
		before := w.rows(t)
		_, err := w.intents.Extend(t.Context(), w.key(paid.MemberID), a)
		require.Equal(t, want, reason.Of(err))
		require.Equal(t, before, w.rows(t))
	}
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	c := w.choices(t, paid)[0]
	dearer, later, silent := c, c, ask(paid, c, false)
	dearer.Fee, later.NewDueDate, silent.Accepted = c.Fee-1, c.NewDueDate.AddDays(1), false
	refused(reason.ExtensionChanged, paid, ask(paid, dearer, false))
	refused(reason.ExtensionChanged, paid, ask(paid, later, true))
	refused(reason.InvalidParameter, paid, silent)
	foreign := ask(paid, c, false)
	foreign.Member = flowtest.Member(t, w.pool)
	refused(reason.OrderNotFound, paid, foreign)

	never, first := flowtest.Terms(), flowtest.Terms()
	never.ExtensionMax, never.ExtensionDays = 0, 0
	none := flowtest.PayOut(t, w.pool, flowtest.Loan{Terms: never})
	refused(reason.ExtensionUnavailable, none, ask(none, c, false))
	first.ExtensionUnpaid = false
	feeFirst := flowtest.PayOut(t, w.pool, flowtest.Loan{Terms: first})
	refused(reason.ExtensionFeeFirst, feeFirst, ask(feeFirst, c, false))

	both := w.choices(t, paid)[1]
	_, err := w.intents.Extend(t.Context(), w.key(paid.MemberID), ask(paid, both, false))
	require.NoError(t, err)
	refused(reason.ExtensionUsedUp, paid, ask(paid, c, false))

	w.days(21)
	require.Equal(t, money.MustDate("2026-06-22"), w.today(), "eleven days after the due date")
	refused(reason.ExtensionTooLate, feeFirst, ask(feeFirst, c, true))
	settled := w.intent(t, paid, repay.ForPayoff, 1)
	w.receive(t, settled.Code, settled.Amount)
	refused(reason.LoanSettled, paid, ask(paid, c, false))
	w.reconciled(t)
}

// An overdue loan that is extended accrues no more overdue fees. Those accrued so far are still owed.
func TestExtensionOfAnOverdueLoanStopsOverdueFees(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-16")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	overdue := w.state(t, paid).Owed
	require.Equal(t, int64(12_500), overdue[repay.OverdueFee], "the overdue fee of five days")
	c := w.choices(t, paid)[0]
	w.receive(t, w.extension(t, paid, c).Code, c.Fee)
	require.Equal(t, loan.RepayAwaiting, w.facts(t, paid).RepayStatus(w.today()))
	w.days(10)
	owed := w.state(t, paid).Owed
	require.Equal(t, overdue[repay.OverdueFee], owed[repay.OverdueFee])
	require.Equal(t, overdue[repay.LateFee], owed[repay.LateFee])
	w.reconciled(t)
}

// A late payment, one of another amount, and one after a payoff buy no extension. They count as ordinary payments.
func TestPaymentThatDoesNotBuyAnExtension(t *testing.T) {
	t.Parallel()
	for name, what := range map[string]func(*testing.T, *fixture, flowtest.Paid, intent.Intent) repay.Outcome{
		"a day late": func(t *testing.T, w *fixture, paid flowtest.Paid, i intent.Intent) repay.Outcome {
			w.days(1)
			return w.payment(t, w.receive(t, i.Code, i.Amount)).Outcome
		},
		"another amount": func(t *testing.T, w *fixture, paid flowtest.Paid, i intent.Intent) repay.Outcome {
			return w.payment(t, w.receive(t, i.Code, i.Amount-1)).Outcome
		},
		"after the due date moved": func(t *testing.T, w *fixture, paid flowtest.Paid, i intent.Intent) repay.Outcome {
			_, err := w.intents.Extend(t.Context(), w.key(paid.MemberID), ask(paid, w.choices(t, paid)[0], false))
			require.NoError(t, err)
			return w.payment(t, w.receive(t, i.Code, i.Amount)).Outcome
		},
		"after the payoff": func(t *testing.T, w *fixture, paid flowtest.Paid, i intent.Intent) repay.Outcome {
			payoff := w.intent(t, paid, repay.ForPayoff, 1)
			w.receive(t, payoff.Code, payoff.Amount)
			return w.payment(t, w.receive(t, i.Code, i.Amount)).Outcome
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-06-01")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			intent := w.extension(t, paid, w.choices(t, paid)[0])
			want := repay.NotExtended
			if name == "after the payoff" {
				want = repay.Over
			}
			require.Equal(t, want, what(t, w, paid, intent))
			require.Zero(t, w.count(t, `SELECT count(*) FROM loan_extension WHERE payment_id IS NOT NULL`))
			w.refundAll(t)
			w.reconciled(t)
		})
	}
}

// The bank dates the payment within the day of the quote and reports it later. The borrower paid in time.
func TestAnExtensionReportedLateCountsFromTheDayItWasPaid(t *testing.T) {
	t.Parallel()
	w := open(t, dueDate)
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	c := w.choices(t, paid)[0]
	intent, at := w.extension(t, paid, c), w.clock.Now()
	w.days(3)
	w.accrue(t, paid)
	require.Positive(t, w.state(t, paid).Owed[repay.OverdueFee])
	require.Equal(t, repay.Extended, w.payment(t, w.receiveAt(t, intent.Code, c.Fee, at)).Outcome)
	require.Zero(t, w.state(t, paid).Owed[repay.OverdueFee])
	w.reconciled(t)
}

// If the bank takes the fee back, the extension is undone. The due date becomes the old one from the day of the payment
// on, as if it had never been paid.
func TestReversedFeeRestoresTheDueDate(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	c := w.choices(t, paid)[0]
	fee := w.receive(t, w.extension(t, paid, c).Code, c.Fee)
	w.days(14)
	w.takeBack(t, fee)
	facts := w.facts(t, paid)
	require.Equal(t, money.MustDate(dueDate), facts.Loan.DueDate)
	require.Equal(t, loan.RepayOverdue, facts.RepayStatus(w.today()))
	owed := w.state(t, paid).Owed
	require.Zero(t, owed[repay.ExtensionFee], "an undone extension costs nothing")
	require.Equal(t, int64(4*2_500), owed[repay.OverdueFee])
	require.Equal(t, []string{"payment_received", "extended", "payment_reversed", "extension_undone"}, timeline(t, w, paid))
	require.Len(t, w.choices(t, paid), 2, "an undone extension does not count as used")
	w.reconciled(t)
}

// The first of two extensions loses its fee. The second remains, counted from the first due date, off the holidays.
func TestSecondExtensionRemainsWhenTheFirstIsUndone(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	first := w.choices(t, paid)[0]
	fee := w.receive(t, w.extension(t, paid, first).Code, first.Fee)
	second := w.choices(t, paid)[0]
	require.Equal(t, first.NewDueDate, second.OldDueDate)
	_, err := w.intents.Extend(t.Context(), w.key(paid.MemberID), ask(paid, second, false))
	require.NoError(t, err)
	w.takeBack(t, fee)
	require.Equal(t, first.NewDueDate, w.facts(t, paid).Loan.DueDate)
	require.Equal(t, second.Fee, w.state(t, paid).Owed[repay.ExtensionFee])
	w.reconciled(t)
}

// If an older payment turns out to have settled the loan before the extension, the fee of the extension is not owed.
func TestEarlierPayoffMakesTheExtensionFeeAnOverpayment(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	payoff, at := w.intent(t, paid, repay.ForPayoff, 1), w.clock.Now()
	w.days(1)
	c := w.choices(t, paid)[0]
	w.receive(t, w.extension(t, paid, c).Code, c.Fee)
	w.receiveAt(t, payoff.Code, payoff.Amount, at)
	facts := w.facts(t, paid)
	require.Equal(t, loan.RepaySettled, facts.Order.RepayStatus)
	require.Equal(t, payoff.Quote.On, facts.Loan.SettledOn)
	require.Equal(t, c.Fee, w.state(t, paid).Overpaid(), "the fee is refunded")
	w.refundAll(t)
	w.reconciled(t)
}

// A payment that came first and was matched last buys an extension that takes effect after the earlier ones: interest
// accrues until the due date that the borrower is told.
func TestExtensionMatchedLateFollowsTheEarlierOnes(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	e := w.receive(t, "khong ro", w.choices(t, paid)[0].Fee)
	w.days(2)
	_, err := w.intents.Extend(t.Context(), w.key(paid.MemberID), ask(paid, w.choices(t, paid)[0], false))
	require.NoError(t, err)
	w.days(2)
	w.extension(t, paid, w.choices(t, paid)[0])
	require.NoError(t, w.flow.Match(t.Context(), w.payment(t, e).ID, paid.OrderID, pay.MatchExtensionFee, "ops:anna"))
	require.Equal(t, repay.Extended, w.payment(t, e).Outcome)
	facts := w.facts(t, paid)
	require.Equal(t, facts.Loan.DueDate, facts.DueDate(w.today()))
	w.days(28)
	owed := w.state(t, paid).Owed
	require.Zero(t, owed[repay.OverdueFee]+owed[repay.LateFee], "the loan is not due yet")
	w.reconciled(t)
}
