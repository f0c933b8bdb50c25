package reconcile_test

import (
	"fmt"
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

// The books are read page by page. More than two pages of every kind differ, and each difference is found once.
func TestEveryPageIsCompared(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	const many = 1_001
	flowtest.PayOut(t, pool, flowtest.Loan{})
	_, err := postgrestest.Owner(t, pool).Exec(t.Context(), `
		INSERT INTO sandbox_bank.incoming (reference, account, amount, currency, memo, paid_at, changed_at)
			SELECT 'IN' || n, '1', 70, 'VND', '', '2026-04-01Z', now() - interval '11 minutes' FROM generate_series(1, 1001) n;
		INSERT INTO payment (gateway, gateway_reference, serial_number, amount, currency, payment_type, state, paid_at, value_date, received_at)
			SELECT 'other', 'R' || n, 'RP' || n, 300, 'VND', 'bank', 'suspense', '2026-04-01Z', '2026-04-01', '2026-04-01Z' FROM generate_series(1, 1001) n`)
	require.NoError(t, err)
	result, err := books(pool).Check(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1+many, result.Scopes)
	require.Equal(t, 2*many, result.Count)
	seen := map[string]bool{}
	for _, d := range result.Differences {
		seen[d.Subject] = true
	}
	require.Len(t, seen, 2*many)
}

// A wrong file differs in every line. The report is bounded, its count is not.
func TestDifferencesAreAllCountedAndTheFirstReported(t *testing.T) {
	t.Parallel()
	pool, vietnam := postgrestest.New(t), region.Get("vi")
	now := clock.NewManual(money.MustDate("2026-03-13").In(vietnam.TimeZone).Add(4 * time.Hour))
	var lines strings.Builder
	for n := range 10_001 {
		fmt.Fprintf(&lines, "2026-03-12,FT%05d,5\n", n)
	}
	file, err := reconcile.ReadStatement(strings.NewReader("date,reference,amount\n"+lines.String()), vietnam, money.Date{}, money.Date{}, vietnam.Today(now.Now()))
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), `
		INSERT INTO payment (gateway, gateway_reference, serial_number, amount, currency, payment_type, state, paid_at, value_date, received_at)
		VALUES ('other', 'R1', 'RP1', 300, 'VND', 'bank', 'suspense', '2026-04-01Z', '2026-04-01', '2026-04-01Z')`)
	require.NoError(t, err)
	b := books(pool)
	b.Bank, b.File, b.Clock = nil, file, now
	result, err := b.Check(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1+10_001, result.Count)
	require.Equal(t, 10_001, result.OfStatement)
	require.Len(t, result.Differences, 10_000)
	require.Equal(t, "suspense", result.Differences[0].What)
	require.Equal(t, reconcile.Difference{Subject: "bank FT09998", What: "amount", Expected: 5}, result.Differences[9_999])
}
