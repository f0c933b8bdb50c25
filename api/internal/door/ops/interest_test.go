package ops_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInterestByLenderAndValueDate(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.paid(t, 30)
	today := d.Region.Today(d.Clock.Now())
	from, to := "--from="+today.AddDays(-60).String(), "--to="+today.String()
	out := d.run(t, "interest", from, to)
	require.Equal(t, []string{"LENDER", "VALUE DATE", "ACCRUED", "CORRECTED", "EARNED"}, head(t, out))
	// 5,000,000 at 15 % accrue 2,054.79 per night, rounded over the nights.
	require.Equal(t, "2,055 ₫", row(t, out, today.AddDays(-29).String())[2])
	require.Equal(t, "0 ₫", row(t, out, today.String())[3])
	days := data[[]struct{ Earned struct{ Minor int64 } }](t, d, "interest", from, to, "--lender=sen")
	require.Len(t, days, 30)
	sum := int64(0)
	for _, day := range days {
		sum += day.Earned.Minor
	}
	require.Equal(t, int64(61_644), sum)
	require.Equal(t, "none\n", d.run(t, "interest", from, to, "--lender=lotus"))
	require.Contains(t, d.refused(t, "interest", from, to, "--lender=lotsu"), "no lender has that code")
	require.Contains(t, d.refused(t, "interest", from, "--to="+today.AddDays(1).String()), "is in the future")
	require.Contains(t, d.refused(t, "interest", "--from="+today.String(), "--to="+today.AddDays(-1).String()), "before")
	require.Contains(t, d.refused(t, "interest", "--from=yesterday", to), "--from")
	require.Equal(t, 3, d.logged(t, "interest"))
	require.Contains(t, d.run(t, "reconcile", "--since-last"), "Everything agrees")
	require.Equal(t, "Everything that has changed since the last run agrees: 0 loans and payments\n", d.run(t, "reconcile", "--since-last"))
}
