package productfile_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/productfile"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const file = `
lenders:
  - { code: sen, region: vi, name: Sen, licence: "12/GP", type: credit_institution }
products:
  - code: quick
    lender: sen
    name: Vay nhanh
    minAmount: 2000000
    maxAmount: 15000000
    amountStep: 500000
    termsDays: [91, 180]
    annualRateBps: 1800
    overdueFeeBpsDay: 7
    offerHours: 72
    freezeDays: 7
    contractVersion: 2026-11
`

var now = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)

func TestSaveWritesANewVersionEachTime(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	m, err := productfile.Read(strings.NewReader(file))
	require.NoError(t, err)
	require.NoError(t, m.Save(t.Context(), pool, now))
	require.ErrorIs(t, m.Save(t.Context(), pool, now), product.ErrInvalid, "the file does not name the current version")
	m.Products[0].Version = 1
	require.NoError(t, m.Save(t.Context(), pool, now))
	p, err := product.ByCode("quick").Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, 2, p.Current.Number)
	require.Equal(t, int64(1800), p.Current.AnnualRateBps)
	require.Equal(t, product.Active, p.Status)
	require.Equal(t, "embedded", p.Lender.Gateway)
}

func TestAProductAboveItsCapIsNotSaved(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	m, err := productfile.Read(strings.NewReader(strings.Replace(file, "annualRateBps: 1800", "annualRateBps: 2401", 1)))
	require.NoError(t, err)
	require.ErrorIs(t, m.Save(t.Context(), pool, now), product.ErrInvalid)
	var saved int
	require.NoError(t, pool.QueryRow(t.Context(), `SELECT count(*) FROM loan_product`).Scan(&saved))
	require.Zero(t, saved)
}

// Without a cap of its own, the overdue fees of a product end at the region's cap. Zero must not mean that.
func TestCapOfZeroIsNotTheRegionsCap(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	save := func(overdue string) error {
		m, err := productfile.Read(strings.NewReader(strings.Replace(file, "    overdueFeeBpsDay: 7\n", overdue, 1)))
		require.NoError(t, err)
		return m.Save(t.Context(), pool, now)
	}
	err := save("    overdueFeeBpsDay: 7\n    overdueFeeCapBps: 0\n")
	require.ErrorIs(t, err, product.ErrInvalid)
	require.ErrorContains(t, err, "quick: product: cannot be saved: overdueFeeCapBps 0: leave it out")
	require.NoError(t, save("    overdueFeeBpsDay: 0\n    overdueFeeCapBps: 0\n"))
}

// A lender that lost its licence is saved together with the new versions of its products.
func TestLenderTypeIsChangedTogetherWithItsProducts(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	save := func(version int, lenderType, rate string) error {
		text := strings.Replace(strings.Replace(file, "credit_institution", lenderType, 1), "annualRateBps: 1800", "annualRateBps: "+rate, 1)
		m, err := productfile.Read(strings.NewReader(text))
		require.NoError(t, err)
		m.Products[0].Version = version
		if version > 0 {
			current, err := product.ByCode("quick").Read(t.Context(), pool)
			require.NoError(t, err)
			m.Lenders[0].Version = current.Lender.Version()
		}
		return m.Save(t.Context(), pool, now)
	}
	require.NoError(t, save(0, "credit_institution", "2400"))
	require.ErrorContains(t, save(1, "other", "2001"), "above the cap")
	kept, err := product.ByCode("quick").Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, "credit_institution", kept.Lender.Type, "the file is saved completely or not at all")
	require.NoError(t, save(1, "other", "2000"))
	require.NoError(t, save(2, "credit_institution", "2400"), "the type can be changed back")
}

func TestMistakesInTheFileAreReported(t *testing.T) {
	t.Parallel()
	_, err := productfile.Read(strings.NewReader(strings.Replace(file, "annualRateBps", "anualRateBps", 1)))
	require.ErrorContains(t, err, "anualRateBps")

	m, err := productfile.Read(strings.NewReader(strings.Replace(file, "lender: sen", "lender: rose", 1)))
	require.NoError(t, err)
	require.ErrorContains(t, m.Save(t.Context(), postgrestest.New(t), now), `"rose"`)
}

// A mistyped figure is refused before anything is computed with it. Otherwise hours above 292 years overflow, and an
// offer ends before it begins; forty thousand extensions keep the transaction busy for minutes; and a fee that
// overflows ends the command.
func TestFigureOutOfBoundsIsRefused(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	for name, beyond := range map[string][]int64{
		"minAmount": {0, -1}, "maxAmount": {10_000_000_000_001, math.MaxInt64}, "amountStep": {0, math.MaxInt64}, "annualRateBps": {-1, math.MaxInt64},
		"frontServiceFeeBps": {-1, 10_000, math.MaxInt64}, "serviceFeeBps": {-1, math.MaxInt64}, "accountFeeFlat": {-1, math.MaxInt64},
		"accountFeeBps": {-1, math.MaxInt64}, "lateFee": {-1, math.MaxInt64}, "graceDays": {-1, 366, math.MaxInt64}, "overdueFeeBpsDay": {-1, math.MaxInt64},
		"overdueFeeCapBps": {-1, math.MaxInt64}, "extensionFeeBps": {-1, math.MaxInt64}, "extensionDays": {-1, 366}, "extensionMax": {-1, 40_000},
		"extensionOverdueDays": {-1, math.MaxInt32}, "minScore": {-1, 1001}, "offerHours": {0, -1, 2_562_048}, "freezeDays": {-1, 366}, "position": {math.MaxInt32 + 1},
	} {
		for _, figure := range beyond {
			line := fmt.Sprintf("    %s: %d\n", name, figure)
			text := regexp.MustCompile(`(?m)^    `+name+`:.*\n`).ReplaceAllString(file, "") + line
			m, err := productfile.Read(strings.NewReader(text))
			require.NoError(t, err, line)
			err = m.Save(t.Context(), pool, now)
			require.ErrorIs(t, err, product.ErrInvalid, line)
			require.ErrorContains(t, err, fmt.Sprintf(" %d: ", figure), "the error states the allowed range: %s", line)
		}
	}
	m, err := productfile.Read(strings.NewReader(file + "    extensionMax: 60\n    extensionDays: 365\n"))
	require.NoError(t, err)
	require.NoError(t, m.Save(t.Context(), pool, now), "the maximum values are accepted")

	// All of them at their maximum are unlawful, and the error says so.
	most := file
	for name, value := range map[string]string{
		"maxAmount": "10_000_000_000_000", "termsDays": "[3650]", "annualRateBps": "1_000_000", "frontServiceFeeBps": "9_999", "serviceFeeBps": "1_000_000",
		"accountFeeFlat": "10_000_000_000_000", "accountFeeBps": "1_000_000", "lateFee": "10_000_000_000_000", "overdueFeeBpsDay": "1_000_000",
		"overdueFeeCapBps": "1_000_000", "extensionFeeBps": "1_000_000", "extensionDays": "365", "extensionMax": "60",
	} {
		most = regexp.MustCompile(`(?m)^    `+name+`:.*\n`).ReplaceAllString(most, "") + fmt.Sprintf("    %s: %s\n", name, value)
	}
	m, err = productfile.Read(strings.NewReader(most))
	require.NoError(t, err)
	require.ErrorContains(t, m.Save(t.Context(), pool, now), "is above the cap of")
}
