package api_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// advanceTo moves the stack's clock forward to an instant.
func advanceTo(t testing.TB, stack *apptest.Stack, to time.Time) {
	t.Helper()
	by := to.Sub(stack.Now())
	require.Positive(t, by, "the target is not after the current time")
	stack.Advance(t, by)
}

// noon returns midday of a date in the stack's time zone.
func noon(stack *apptest.Stack, day money.Date) time.Time {
	return day.In(stack.Region().TimeZone).Add(12 * time.Hour)
}

// figures holds what the calls tell a borrower about the loan, which must be the same in all of them.
type figures struct {
	today, due money.Date
	daysLeft   int
	overdue    bool
	owed       int64
}

func (d debtor) figures(t testing.TB) figures {
	t.Helper()
	o := d.options(t)
	var detail contract.OrderDetailData
	d.OK(t, "orderDetail", body{"orderId": d.loan.OrderID}, &detail)
	require.Equal(t, o.DueDate, *detail.Order.DueDate)
	require.Equal(t, o.DaysLeft, *detail.Order.DaysLeft)
	require.Equal(t, o.DueNow, detail.Order.DueNow)
	require.Equal(t, o.Overdue, *detail.Order.RepayStatus == 2)
	var list contract.OrderListData
	d.OK(t, "orderList", body{"tab": "awaitingRepayment"}, &list)
	require.Len(t, list.Orders, 1)
	require.Equal(t, detail.Order, list.Orders[0])
	return figures{o.DueDate.AddDays(-o.DaysLeft), o.DueDate, o.DaysLeft, o.Overdue, o.DueNow}
}

// In each region a borrower's day ends at local midnight and not at midnight UTC: the due date, the days left, the hour
// at which a loan becomes overdue, and how long a figure is valid. The test checks both sides of the local midnight and
// of the nearest midnight UTC.
//
// spec: 4.repay-1, 4.repay-2
func TestEachRegionCountsDaysByLocalMidnight(t *testing.T) {
	t.Parallel()
	offsets := map[string]time.Duration{"vi": 7 * time.Hour, "cn": 8 * time.Hour, "id": 7 * time.Hour, "th": 7 * time.Hour, "gh": 0}
	for _, code := range region.Codes() {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			stack := apptest.Start(t, apptest.Set("REGION", code))
			c := stack.Login(t)
			// The loan is due in a few days, before the session expires.
			today := money.DateOf(stack.Now().UTC().Add(offsets[code]))
			d := debtor{client: c, bank: payment.NewSandbox(stack.Pool), loan: flowtest.PayOut(t, stack.Pool, flowtest.Loan{
				MemberID: c.MemberID, DisbursedOn: today.AddDays(-88), Region: code,
			})}
			due := d.loan.Loan.DueDate
			// This is the region's midnight at the end of the due date, in UTC.
			midnight := due.AddDays(1).Time().Add(-offsets[code])

			advanceTo(t, stack, midnight.Add(-10*time.Minute))
			before := d.figures(t)
			require.Equal(t, figures{due, due, 0, false, before.owed}, before, "ten minutes before midnight it is due today")
			require.WithinDuration(t, midnight, d.options(t).Payoff.ValidUntil, 0, "the payoff amount is valid until midnight")
			advanceTo(t, stack, midnight.Add(30*time.Minute))
			after := d.figures(t)
			require.Equal(t, due.AddDays(1), after.today, "in the hour after the region's midnight it is the next day")
			require.Equal(t, -1, after.daysLeft)
			require.True(t, after.overdue)
			require.Greater(t, after.owed, before.owed, "the amount grows by one day's overdue fee")

			// Midnight UTC comes later here or coincides, and it changes nothing.
			utc := due.AddDays(1).Time()
			if offsets[code] > 0 {
				advanceTo(t, stack, utc.Add(-10*time.Minute))
				require.Equal(t, after, d.figures(t), "the same figures on both days of UTC")
				advanceTo(t, stack, utc.Add(10*time.Minute))
				require.Equal(t, after, d.figures(t), "midnight UTC changes nothing")
			}
		})
	}
}

// borrowed takes a loan over the API so that the term ends on the given day, before any move past closed days.
func (m market) borrowed(t testing.TB, due money.Date) (debtor, contract.OrderDetailData) {
	t.Helper()
	advanceTo(t, m.Stack, noon(m.Stack, due.AddDays(-91)))
	c := m.borrower(t)
	order := m.apply(t, c, 10_000_000, 91)
	m.await(t, c, order, loan.ToConfirm)
	m.confirm(t, c, order)
	detail := m.await(t, c, order, loan.WaitingPayment)
	require.Equal(t, due.AddDays(-91), *detail.DisbursedOn)
	return debtor{client: c, bank: payment.NewSandbox(m.Pool), loan: flowtest.Paid{OrderID: order.OrderID, MemberID: c.MemberID}}, detail
}

// interest returns the interest on ten million at 15 % for a number of days, on a 365-day year, rounded half up.
func interest(days int) int64 { return (10_000_000*15*int64(days) + 18_250) / 36_500 }

// banksClosed reports whether banks are closed on a day: on a weekend day that is not declared a working day, or on a
// holiday of the region.
func banksClosed(r *region.Region, day money.Date) bool {
	if slices.Contains(r.WorkingDays, day) {
		return false
	}
	if weekday := day.Time().Weekday(); weekday == time.Saturday || weekday == time.Sunday {
		return true
	}
	for _, h := range r.Holidays {
		if h.Date == day {
			return true
		}
	}
	return false
}

// A due date on a holiday moves to the next day on which banks work, and interest accrues until then.
//
// spec: 3.loan-dates
func TestDueDateOnHolidayMovesToNextWorkingDay(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	r := m.Region()
	first := money.DateOf(m.Now()).AddDays(95)
	holiday := first
	for holiday.Time().Weekday() != time.Saturday {
		holiday = holiday.AddDays(1)
	}
	for _, h := range r.Holidays {
		if weekday := h.Date.Time().Weekday(); h.Date.After(first) && weekday != time.Saturday && weekday != time.Sunday {
			holiday = h.Date
			break
		}
	}
	works := holiday
	for banksClosed(r, works) {
		works = works.AddDays(1)
	}
	d, detail := m.borrowed(t, holiday)
	require.Equal(t, works, *detail.Order.DueDate, "banks are closed on %s", holiday)
	days := 91 + works.DaysSince(holiday)
	require.Equal(t, 10_200_000+interest(days), detail.Quote.TotalToRepay, "the quote includes interest until the moved due date")

	advanceTo(t, m.Stack, noon(m.Stack, holiday))
	d.Login(t)
	require.False(t, d.figures(t).overdue, "the loan is not overdue on the holiday")
	advanceTo(t, m.Stack, noon(m.Stack, works))
	require.Equal(t, figures{works, works, 0, false, 10_200_000 + interest(days)}, d.figures(t))
	advanceTo(t, m.Stack, noon(m.Stack, works.AddDays(1)))
	require.True(t, d.figures(t).overdue)
}

// Over the end of a month and over a leap day, each day counts once: one day less to go, and one day's interest more.
//
// spec: 3.loan-dates
func TestMonthEndsAndLeapDayCountOnce(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	// This is the first leap day that lies well within the term of a loan of 91 days taken in a few days.
	leap := money.DateOf(m.Now()).AddDays(75)
	for leap.Time().Month() != time.February || leap.Time().Day() != 29 {
		leap = leap.AddDays(1)
	}
	d, detail := m.borrowed(t, leap.AddDays(20))
	due, paidOut := *detail.Order.DueDate, *detail.DisbursedOn
	for _, around := range []money.Date{leap.AddDays(-30), leap.AddDays(-2)} {
		advanceTo(t, m.Stack, noon(m.Stack, around))
		d.Login(t)
		for day := around; !day.After(around.AddDays(4)); day = day.AddDays(1) {
			days := day.DaysSince(paidOut)
			require.Equal(t, figures{day, due, due.DaysSince(day), false, 10_200_000 + interest(days)}, d.figures(t), "%s", day)
			if day.Before(around.AddDays(4)) {
				advanceTo(t, m.Stack, noon(m.Stack, day.AddDays(1)))
			}
		}
	}
	require.Equal(t, 2, leap.AddDays(1).DaysSince(leap.AddDays(-1)), "the range includes 29 February")
}

// Of two equal loans, the accrual of one is posted every night and that of the other at most once a month. On every
// day, up to the due date and beyond, both borrowers see the same figures.
//
// spec: 4.repay-2
func TestPostingAccrualChangesNoFigure(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	nightly, never := newDebtor(t, stack, 75), newDebtor(t, stack, 75)
	require.Equal(t, nightly.loan.Loan.DueDate, never.loan.Loan.DueDate)
	var last figures
	for range 28 {
		flowtest.Accrue(t, stack.Pool, nightly.loan.OrderID, stack.Region().Today(stack.Now()), stack.Now())
		one, other := nightly.figures(t), never.figures(t)
		require.Equal(t, one, other)
		require.Equal(t, nightly.options(t).Due, never.options(t).Due, "every component is equal")
		require.GreaterOrEqual(t, one.owed, last.owed)
		last = one
		stack.Advance(t, 24*time.Hour)
	}
	require.True(t, last.overdue)
	require.Positive(t, never.options(t).Due.LateFee)
	var posted int
	count := `SELECT count(*) FROM ledger_transaction WHERE scope = $1 AND kind = 'accrual'`
	require.NoError(t, stack.Pool.QueryRow(t.Context(), count, never.loan.OrderID).Scan(&posted))
	require.LessOrEqual(t, posted, 1, "the job ran at most once, when the stack started")
	require.NoError(t, stack.Pool.QueryRow(t.Context(), count, nightly.loan.OrderID).Scan(&posted))
	require.Greater(t, posted, 20)
	nightly.reconciled(t)
}
