package intent_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestDueShowsTheAmountsOfTheDay(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	due, err := w.flow.Due(t.Context(), paid.MemberID, paid.OrderID)
	require.NoError(t, err)
	require.Equal(t, int64(5_121_644), due.Owed.Total())
	require.Equal(t, paid.Loan.TotalAtDue, due.AtDue)
	require.Equal(t, paid.Loan.TotalAtDue-due.Owed.Total(), due.Saving())
	require.Equal(t, w.today().AddDays(1).In(vietnam.TimeZone).UTC(), due.ValidUntil)
	require.True(t, due.Paycode)
	_, err = w.flow.Due(t.Context(), uuid.New(), paid.OrderID)
	require.ErrorIs(t, err, reason.New(reason.OrderNotFound))
	_, err = w.flow.Due(t.Context(), paid.MemberID, uuid.New())
	require.ErrorIs(t, err, reason.New(reason.OrderNotFound))

	w.days(61)
	overdue, err := w.flow.Due(t.Context(), paid.MemberID, paid.OrderID)
	require.NoError(t, err)
	require.False(t, overdue.Overdue, "not overdue on the due date")
	w.days(1)
	overdue, err = w.flow.Due(t.Context(), paid.MemberID, paid.OrderID)
	require.NoError(t, err)
	require.True(t, overdue.Overdue)
	require.Zero(t, overdue.Saving())
	require.Equal(t, overdue.Owed.Total(), overdue.AtDue)
}

// A loan is overdue from the first moment of the region's own day after the due date: not an hour before, when UTC
// already has a new day, nor an hour after, when UTC still has the old one.
// spec: 4.repay-2
func TestOverdueBeginsAtMidnightOfTheRegion(t *testing.T) {
	t.Parallel()
	pool := postgrestest.Open(t, postgrestest.Create(t).AppURL)
	for _, code := range region.Codes() {
		r := region.Get(code)
		at := clock.NewManual(time.Time{})
		flow := intent.New(pool, at, intent.Config{Region: r, TokenKey: []byte("a key of the test's own, 32 byte")})
		paid := flowtest.PayOut(t, pool, flowtest.Loan{DisbursedOn: money.MustDate("2026-03-12")})
		midnight := paid.Loan.DueDate.AddDays(1).In(r.TimeZone)
		for _, c := range []struct {
			after   time.Duration
			overdue bool
		}{{-time.Hour, false}, {-time.Nanosecond, false}, {0, true}, {time.Hour, true}} {
			at.Set(midnight.Add(c.after))
			due, err := flow.Due(t.Context(), paid.MemberID, paid.OrderID)
			require.NoError(t, err)
			require.Equal(t, c.overdue, due.Overdue, "%s, %s after midnight", code, c.after)
			require.Equal(t, c.overdue, due.Owed[repay.OverdueFee] > 0, code)
			require.Equal(t, due.Today.AddDays(1).In(r.TimeZone).UTC(), due.ValidUntil, "a quote ends with the region's day")
		}
		// In the hour between the two midnights the two calendars differ, unless the region is on UTC.
		_, offset := midnight.Zone()
		at.Set(midnight.Add(time.Hour / 2))
		require.Equal(t, offset == 0, r.Today(at.Now()) == money.DateOf(at.Now().UTC()), code)
	}
}
