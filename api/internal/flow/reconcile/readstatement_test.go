package reconcile_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func readStatement(text, from, to string) (*reconcile.StatementFile, error) {
	day := func(text string) (d money.Date) {
		if text != "" {
			d = money.MustDate(text)
		}
		return d
	}
	return reconcile.ReadStatement(strings.NewReader(text), region.Get("vi"), day(from), day(to), money.MustDate("2026-03-20"))
}

// A file that is not understood as a whole is refused, because a line left out would look like money that is missing.
func TestStatementThatIsNotUnderstoodIsRefused(t *testing.T) {
	t.Parallel()
	const head = "date,reference,amount\n"
	for name, c := range map[string]struct{ text, from, to, why string }{
		"nothing":                       {"", "2026-03-12", "2026-03-12", "no movements"},
		"no lines and no days":          {head, "", "", "no movements"},
		"no lines and no first day":     {head, "", "2026-03-12", "no movements"},
		"no lines and no last day":      {head, "2026-03-12", "", "no movements"},
		"a line that is too short":      {head + "2026-03-12,A\n", "", "", "wrong number of fields"},
		"no amounts":                    {"date,reference\n2026-03-12,A\n", "", "", `no column "amount"`},
		"an amount with a point":        {head + "2026-03-12,A,5\n2026-03-12,B,5.00\n", "", "", "line 3: a reference and an amount"},
		"an impossible amount":          {head + "2026-03-12,A,1000000000000001\n", "", "", "line 2: a reference and an amount"},
		"an impossible negative amount": {head + "2026-03-12,A,-1000000000000001\n", "", "", "line 2: a reference and an amount"},
		"no reference":                  {head + "2026-03-12, ,5\n", "", "", "line 2: a reference and an amount"},
		"another format of dates":       {head + "2026-03-12,A,5\n12/03/2026,B,5\n", "", "", "line 3: "},
		"days in the wrong order":       {head + "2026-03-12,A,5\n", "2026-03-13", "2026-03-12", "not a period"},
		"a day that has not begun":      {head + "2026-03-12,A,5\n", "2026-03-12", "2026-03-21", "not a period"},
		"lines of the future":           {head + "2026-03-21,A,5\n", "", "", "not a period"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := readStatement(c.text, c.from, c.to)
			require.ErrorContains(t, err, c.why)
		})
	}
}

func TestStatementCoversItsLinesOrTheGivenDays(t *testing.T) {
	t.Parallel()
	const lines = "amount,date,reference\n5,2026-03-13,A\n-5,2026-03-12,B\n1000000000000000,2026-03-14,C\n-1000000000000000,2026-03-13,D\n"
	for _, c := range []struct{ text, from, to, want string }{
		{lines, "", "", "4 lines, from 2026-03-12 to 2026-03-14"},
		{lines, "2026-03-10", "", "4 lines, from 2026-03-10 to 2026-03-14"},
		{lines, "", "2026-03-20", "4 lines, from 2026-03-12 to 2026-03-20"},
		{lines, "2026-03-13", "2026-03-13", "4 lines, from 2026-03-13 to 2026-03-13"},
		{"amount,date,reference\n", "2026-03-12", "2026-03-20", "0 lines, from 2026-03-12 to 2026-03-20"},
	} {
		file, err := readStatement(c.text, c.from, c.to)
		require.NoError(t, err)
		require.Equal(t, "a statement of "+c.want, file.String())
	}
}

// The bank's books and its statement are compared with ours one after the other, and both from their side and from ours. What
// differs is reported once. What the bank agrees with may still differ on the statement.
func TestDifferenceIsReportedOnce(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	payout := "PO" + paid.OrderID.String() + "-1"
	b := books(pool)
	b.Clock = clock.Fixed(money.MustDate("2026-03-20").Time())
	file, err := readStatement("date,reference,amount\n2026-03-12,"+payout+",-1\n2026-03-12,"+payout+",-2\n", "", "")
	require.NoError(t, err)
	b.File = file
	result, err := b.Check(t.Context())
	require.NoError(t, err)
	require.Equal(t, []reconcile.Difference{{Subject: "bank " + payout, What: "amount", Expected: -3, Found: -4_900_000}}, result.Differences)
	require.Equal(t, 1, result.OfStatement)

	b.File = nil
	_, err = postgrestest.Owner(t, pool).Exec(t.Context(), `UPDATE sandbox_bank.transfer SET amount = amount + 1, created_at = now() - interval '11 minutes'`)
	require.NoError(t, err)
	result, err = b.Check(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, result.Count)
	_, err = postgrestest.Owner(t, pool).Exec(t.Context(), `UPDATE sandbox_bank.transfer SET created_at = $1`, time.Now())
	require.NoError(t, err)
	result, err = b.Check(t.Context())
	require.NoError(t, err)
	require.Zero(t, result.Count)
	require.Equal(t, 1, result.UnderWay)
}
