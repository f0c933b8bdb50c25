package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// Due dates across ends of months, a leap day and holidays: the term is counted in days, and only a bank holiday moves
// it.
func TestDueDatesOverMonthEndsLeapDaysAndHolidays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, due string
		days      int
	}{
		{"2027-01-31", "2027-02-28", 28}, {"2028-02-01", "2028-02-29", 28}, {"2028-02-29", "2028-03-31", 31}, {"2027-11-30", "2028-02-29", 91},
	} {
		require.Equal(t, money.MustDate(c.due), money.MustDate(c.from).AddDays(c.days))
		for _, code := range region.Codes() {
			r := region.Get(code)
			due := pricing.DueDate(r, money.MustDate(c.from), c.days)
			require.True(t, r.WorkingDay(due), "%s: %s", code, due)
			require.False(t, due.Before(money.MustDate(c.due)))
			for day := money.MustDate(c.due); day.Before(due); day = day.AddDays(1) {
				require.False(t, r.WorkingDay(day), "%s: %s is skipped although it is a working day", code, day)
			}
		}
	}
	for _, code := range region.Codes() {
		r := region.Get(code)
		require.NotEmpty(t, r.Holidays, code)
		holiday := r.Holidays[0].Date
		require.True(t, pricing.DueDate(r, holiday.AddDays(-91), 91).After(holiday), "%s: %s", code, r.Holidays[0].Name)
	}
}

// A leap year also counts as 365 days, and every night counts once.
func TestALeapDayCostsADayOfInterest(t *testing.T) {
	t.Parallel()
	w := open(t, "2028-02-28")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: w.today()})
	var before int64
	for range 3 {
		w.days(1)
		now := w.state(t, paid).Charged[repay.Interest]
		require.InDelta(t, 2_055, now-before, 1, "%s", w.today())
		before = now
	}
	require.Equal(t, money.MustDate("2028-03-02"), w.today())
	require.Equal(t, money.Interest(5_000_000, 1500, 3), before)
}

// A loan whose accrual is posted every night and one whose accrual is never posted have the same figures on every day,
// over the due date, an extension and the end of the fees.
func TestPostingAccrualChangesNoFigure(t *testing.T) {
	t.Parallel()
	w := open(t, "2027-12-15")
	nightly := flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: w.today()})
	never := flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: w.today()})
	for day := range 130 {
		if day == 95 {
			for _, paid := range []flowtest.Paid{nightly, never} {
				_, err := w.intents.Extend(t.Context(), w.key(paid.MemberID), ask(paid, w.choices(t, paid)[0], false))
				require.NoError(t, err)
			}
		}
		w.accrue(t, nightly)
		one, other := w.state(t, nightly), w.state(t, never)
		require.Equal(t, one.Owed, other.Owed, "%s", w.today())
		require.Equal(t, one.Charged, other.Charged, "%s", w.today())
		w.days(1)
	}
	require.Positive(t, w.state(t, never).Owed[repay.LateFee])
	w.reconciled(t)
}
