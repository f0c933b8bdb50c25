package region

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

func TestNextWorkingDay(t *testing.T) {
	t.Parallel()
	cases := []struct{ region, day, want, why string }{
		{"vi", "2026-11-20", "2026-11-20", "a Friday does not move"},
		{"vi", "2026-11-21", "2026-11-23", "Saturday moves to Monday"},
		{"vi", "2026-02-14", "2026-02-23", "the nine days of Tet 2026"},
		{"vi", "2026-02-17", "2026-02-23", "the first day of Tet"},
		{"vi", "2026-01-10", "2026-01-10", "a Saturday worked in exchange for 2 January"},
		{"vi", "2026-04-26", "2026-04-28", "Hung Kings on a Sunday with a substitute Monday"},
		{"vi", "2026-08-29", "2026-09-03", "National Day with its exchanged Monday"},
		{"vi", "2027-02-05", "2027-02-12", "Tet 2027 as expected by the calendar"},
		{"vi", "2026-11-24", "2026-11-25", "the day of culture, new in 2026"},
		{"id", "2027-03-08", "2027-03-16", "Nyepi and Idul Fitri with their shared leave"},
		{"cn", "2026-02-14", "2026-02-14", "a Saturday worked before the festival"},
		{"cn", "2026-10-01", "2026-10-08", "the golden week"},
		{"th", "2026-04-11", "2026-04-16", "Songkran after a weekend"},
		{"id", "2026-03-18", "2026-03-25", "Nyepi followed by Idul Fitri"},
		{"gh", "2026-04-03", "2026-04-07", "Easter"},
	}
	for _, c := range cases {
		require.Equal(t, c.want, Get(c.region).NextWorkingDay(money.MustDate(c.day)).String(), c.why)
	}
}

func TestNextWorkingDayProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := Get(rapid.SampledFrom(Codes()).Draw(t, "region"))
		day := money.MustDate("2026-01-01").AddDays(rapid.IntRange(0, 729).Draw(t, "offset"))
		next := r.NextWorkingDay(day)
		require.True(t, r.WorkingDay(next))
		require.False(t, next.Before(day))
		require.LessOrEqual(t, next.DaysSince(day), 12, "no region has two weeks without a working day")
		require.Equal(t, next, r.NextWorkingDay(next))
		for d := day; d.Before(next); d = d.AddDays(1) {
			require.False(t, r.WorkingDay(d), "%s was skipped", d)
		}
	})
}

func TestInvalidCalendarsAreRejected(t *testing.T) {
	t.Parallel()
	day := money.MustDate("2026-01-01")
	require.ErrorContains(t, (&Region{WeeklyRest: []string{"Funday"}}).buildCalendar(), "not a day of the week")
	require.ErrorContains(t, (&Region{Holidays: []Holiday{{Date: day}, {Date: day}}}).buildCalendar(), "listed twice")
	require.ErrorContains(t, (&Region{Holidays: []Holiday{{Date: day}}, WorkingDays: []money.Date{day}}).buildCalendar(), "both a holiday and a working day")
	all := []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	require.ErrorContains(t, (&Region{WeeklyRest: all}).buildCalendar(), "no working day")
}

func TestCalendarEndIsReportedAYearAhead(t *testing.T) {
	t.Parallel()
	for _, code := range Codes() {
		r := Get(code)
		require.Equal(t, "2027-12-31", r.CalendarUntil().String(), code)
		require.False(t, r.CalendarEnds(money.MustDate("2026-12-31")), code)
		require.True(t, r.CalendarEnds(money.MustDate("2027-01-01")), code)
	}
}
