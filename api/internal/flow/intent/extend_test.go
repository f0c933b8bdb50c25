package intent_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// The loan is 5,000,000 from 12 March for 91 days: due on 11 June 2026, a Thursday. Fifteen days later is 26 June. Thirty days
// later is Saturday 11 July, which moves to Monday 13 July where banks are closed on Saturdays.
func TestQuoteShowsCostAndNewDueDate(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	before := flowtest.Rows(t, w.pool)
	q, err := w.flow.ExtendQuote(t.Context(), paid.MemberID, paid.OrderID)
	require.NoError(t, err)
	require.Equal(t, before, flowtest.Rows(t, w.pool), "a quote changes nothing")
	require.Equal(t, 2, q.TimesMax)
	require.Zero(t, q.TimesUsed)
	require.Len(t, q.Choices, 2, "once, or both times at once")
	one, both := q.Choices[0], q.Choices[1]
	require.Equal(t, money.MustDate("2026-06-11"), one.OldDueDate)
	require.Equal(t, money.MustDate("2026-06-26"), one.NewDueDate)
	require.Equal(t, int64(75_000), one.Fee)
	require.Equal(t, int64(150_000), both.Fee)
	require.Equal(t, vietnam.NextWorkingDay(money.MustDate("2026-07-11")), both.NewDueDate)
	require.Equal(t, int64(30_822), one.MoreInterest, "fifteen days at 15 %")
	require.Equal(t, paid.Loan.TotalAtDue+one.Fee+one.MoreInterest+one.MoreAccountFee, one.TotalAtDue)
	apr, err := money.NominalAPRBps(paid.Loan.ActualReceived, one.TotalAtDue, 106)
	require.NoError(t, err)
	require.Equal(t, apr, one.APRBps)
	_, err = w.flow.ExtendQuote(t.Context(), flowtest.Member(t, w.pool), paid.OrderID)
	require.ErrorIs(t, err, reason.New(reason.OrderNotFound))
}

// A free extension needs no payment and is always possible at once. A fee may be added to the debt only if the contract
// allows it. Extend applies what the quote says.
func TestQuoteStatesHowTheFeeCanBePaid(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	for name, c := range map[string]struct {
		unpaid bool
		fee    int64
		want   [2]bool
	}{
		"fee, at once or added to the debt":  {true, 150, [2]bool{true, true}},
		"fee, at once only":                  {false, 150, [2]bool{false, true}},
		"no fee":                             {false, 0, [2]bool{true, false}},
		"no fee, adding to the debt allowed": {true, 0, [2]bool{true, false}},
	} {
		terms := flowtest.Terms()
		terms.ExtensionUnpaid, terms.ExtensionFeeBps = c.unpaid, c.fee
		paid := flowtest.PayOut(t, w.pool, flowtest.Loan{Terms: terms})
		q, err := w.flow.ExtendQuote(t.Context(), paid.MemberID, paid.OrderID)
		require.NoError(t, err)
		require.Equal(t, c.want, [2]bool{q.UnpaidAllowed, q.PaidAllowed}, name)
		_, err = w.flow.Extend(t.Context(), w.key(paid.MemberID), ask(paid, q.Choices[0], true))
		require.Equal(t, c.want[1], err == nil, "%s at once: %v", name, err)
		_, err = w.flow.Extend(t.Context(), w.key(paid.MemberID), ask(paid, q.Choices[0], false))
		require.Equal(t, c.want[0], err == nil, "%s later: %v", name, err)
	}
}

// A payment code must be for at least the region's minimum amount. A smaller amount is paid by transfer.
func TestFeeBelowTheCodeMinimumIsPaidByTransfer(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	fee := w.choices(t, paid)[0]
	for least, want := range map[int64]reason.Reason{fee.Fee: "", fee.Fee + 1: reason.AmountBelowMinimum} {
		there := *vietnam
		there.PaycodeMin = least
		flow := w.in(&there)
		by := ask(paid, fee, true)
		by.Method = repay.ByPaycode
		_, err := flow.Extend(t.Context(), w.key(paid.MemberID), by)
		require.Equal(t, want, reason.Of(err), "the minimum is %d", least)
		_, err = flow.Extend(t.Context(), w.key(paid.MemberID), ask(paid, fee, true))
		require.NoError(t, err)
	}
}

// A borrower who has sent a proof of payment sees this before they pay for an extension.
func TestExtendQuoteReportsUnreviewedProof(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	w.days(59)
	since := func() *time.Time {
		q, err := w.flow.ExtendQuote(t.Context(), paid.MemberID, paid.OrderID)
		require.NoError(t, err)
		return q.ProofWaitingSince
	}
	require.Nil(t, since())
	sent := flowtest.SendProof(t, w.pool, paid.MemberID, paid.OrderID, w.clock.Now())
	require.WithinDuration(t, sent.CreatedAt, *since(), time.Millisecond)
	flowtest.RejectProof(t, w.pool, sent, w.clock.Now())
	require.Nil(t, since())
}
