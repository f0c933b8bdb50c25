package money_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

func TestInterestMatchesPublishedExamples(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ principal, bps, days, want int64 }{
		"10,000 at 18.25 % for 120 days":      {10_000, 1825, 120, 600},
		"5,000,000 VND at 15 % for 120 days":  {5_000_000, 1500, 120, 246_575},
		"20,000,000 VND at 15 % for 91 days":  {20_000_000, 1500, 91, 747_945},
		"20,000,000 VND at 15 % for 120 days": {20_000_000, 1500, 120, 986_301},
		"20,000,000 VND at 15 % for 180 days": {20_000_000, 1500, 180, 1_479_452},
		"10,000.00 GHS at 24 % for 91 days":   {1_000_000, 2400, 91, 59_836},
		"10,000.00 GHS at 24 % for 180 days":  {1_000_000, 2400, 180, 118_356},
		"a whole year yields the rate itself": {7_300_000, 1500, 365, 1_095_000},
		"zero days cost nothing":              {20_000_000, 1500, 0, 0},
		"a zero rate costs nothing":           {20_000_000, 0, 91, 0},
		"half a unit rounds up":               {3650, 10, 5_000, 50},
		"half a unit exactly":                 {1, 5_000, 365, 1},
		"just below half rounds down":         {1, 4_999, 365, 0},
		"a result close to 64 bits":           {math.MaxInt64 / 3, 3_000, 3_650, 9_223_372_036_854_775_806},
	} {
		require.Equal(t, c.want, money.Interest(c.principal, c.bps, c.days), name)
	}
	for _, negative := range [][3]int64{{-1, 1500, 10}, {1, -1500, 10}, {1, 1500, -10}, {-1, -1500, 10}} {
		require.PanicsWithValue(t, "money: negative principal, rate or term", func() { money.Interest(negative[0], negative[1], negative[2]) })
	}
	require.PanicsWithValue(t, money.ErrOverflow, func() { money.Interest(math.MaxInt64, 10_000, 366) })
}

func TestNominalAPRMatchesPublishedExamples(t *testing.T) {
	t.Parallel()
	regZ := money.MustDate("1978-09-15").DaysSince(money.MustDate("1978-01-03"))
	for name, c := range map[string]struct{ received, paid, days, want int64 }{
		"Regulation Z appendix J":             {1_000, 1_080, int64(regZ), 1145},
		"the specification's sample":          {20_000_000, 20_000_000 + 747_945 + 750_000, 91, 3004},
		"the sample with the fee withheld":    {19_250_000, 20_000_000 + 747_945, 91, 3121},
		"a loan that costs nothing":           {1_000, 1_000, 30, 0},
		"a rate above the maximum":            {1, math.MaxInt64, 1, money.MaxRateBps},
		"a year at fifteen percent":           {10_000, 11_500, 365, 1500},
		"the highest rate below the maximum":  {10_000, 10_000 + 99_999_999, 365, 99_999_999},
		"intermediate results beyond 64 bits": {math.MaxInt64 - 1, math.MaxInt64, 1, 0},
	} {
		got, err := money.NominalAPRBps(c.received, c.paid, c.days)
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
	}
}

func TestEffectiveAPRMatchesPublishedExamples(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ received, paid, days, want int64 }{
		"the specification's sample":       {20_000_000, 20_000_000 + 747_945 + 750_000, 91, 3360},
		"the sample with the fee withheld": {19_250_000, 20_000_000 + 747_945, 91, 3506},
		"a year at fifteen percent":        {10_000, 11_500, 365, 1500},
		"a loan that costs nothing":        {1_000, 1_000, 30, 0},
		"doubling within a day":            {1, 2, 1, money.MaxRateBps},
	} {
		got, err := money.EffectiveAPRBps(c.received, c.paid, c.days)
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
	}
	// 1,000 lent with 50 withheld, 1,200 repaid after one and a half years.
	got, err := money.EffectiveBps(950, 1_200, 3, 2)
	require.NoError(t, err)
	require.EqualValues(t, 1685, got)
}

func TestAPRWithoutPrincipalOrTermIsAnError(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]int64{{0, 100, 10}, {-1, 100, 10}, {100, 99, 10}, {100, 110, 0}, {100, 110, -1}} {
		_, err := money.NominalAPRBps(c[0], c[1], c[2])
		require.ErrorIs(t, err, money.ErrNoRate)
		_, err = money.EffectiveAPRBps(c[0], c[1], c[2])
		require.ErrorIs(t, err, money.ErrNoRate)
	}
}

func TestEffectiveRateOverNoTimeIsAnError(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]int64{{1, 0}, {1, -1}, {0, 1}, {-1, 1}} {
		_, err := money.EffectiveBps(100, 110, c[0], c[1])
		require.ErrorIs(t, err, money.ErrNoRate, c)
	}
}

// Over a year the rate equals the cost, up to MaxRateBps.
func TestRatesAreCappedAtMaxRate(t *testing.T) {
	t.Parallel()
	for paid, want := range map[int64]int64{
		6_800: 67_990_000, 9_001: 90_000_000, 10_000: 99_990_000, 10_001: money.MaxRateBps, 10_002: money.MaxRateBps, 1_000_000: money.MaxRateBps,
	} {
		effective, err := money.EffectiveAPRBps(1, paid, money.YearDays)
		require.NoError(t, err)
		require.Equal(t, want, effective, paid)
		nominal, err := money.NominalAPRBps(1, paid, money.YearDays)
		require.NoError(t, err)
		require.Equal(t, want, nominal, paid)
	}
}

// A cost of one in 20,000 over a year is half a basis point.
func TestHalfABasisPointRoundsUp(t *testing.T) {
	t.Parallel()
	for _, rate := range []func(received, paid, days int64) (int64, error){money.EffectiveAPRBps, money.NominalAPRBps} {
		bps, err := rate(20_000, 20_001, money.YearDays)
		require.NoError(t, err)
		require.Equal(t, int64(1), bps)
		bps, err = rate(20_001, 20_002, money.YearDays)
		require.NoError(t, err)
		require.Zero(t, bps)
	}
}

// A known identity of both rates: over exactly a year they are equal; below a year compounding costs more.
func TestRatesProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		received := rapid.Int64Range(1_000, 100_000_000_000).Draw(t, "received")
		paid := received + rapid.Int64Range(0, received).Draw(t, "cost")
		days := rapid.Int64Range(1, 730).Draw(t, "days")
		nominal, err := money.NominalAPRBps(received, paid, days)
		require.NoError(t, err)
		effective, err := money.EffectiveAPRBps(received, paid, days)
		require.NoError(t, err)
		switch {
		case days == money.YearDays:
			require.Equal(t, nominal, effective)
		case days < money.YearDays:
			require.GreaterOrEqual(t, effective, nominal)
		default:
			require.LessOrEqual(t, effective, nominal)
		}
		// An independent calculation in floating point, where it is precise enough.
		want := (math.Pow(float64(paid)/float64(received), 365/float64(days)) - 1) * 10_000
		if want < 1e7 {
			require.InDelta(t, want, float64(effective), 0.51)
		}
	})
}

// Splitting a loan or a term changes the interest by no more than the rounding.
func TestInterestProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		principal := rapid.Int64Range(0, 1<<50).Draw(t, "principal")
		bps := rapid.Int64Range(0, 10_000).Draw(t, "bps")
		days := rapid.Int64Range(0, 3_650).Draw(t, "days")
		got := money.Interest(principal, bps, days)

		exact := new(big.Rat).SetInt64(principal)
		exact.Mul(exact, big.NewRat(bps*days, 3_650_000))
		off := new(big.Rat).Sub(new(big.Rat).SetInt64(got), exact)
		require.LessOrEqual(t, off.Cmp(big.NewRat(1, 2)), 0)
		require.Positive(t, off.Cmp(big.NewRat(-1, 2)))

		require.GreaterOrEqual(t, money.Interest(principal, bps, days+1), got)
		require.GreaterOrEqual(t, money.Interest(principal+1, bps, days), got)
		cut := rapid.Int64Range(0, days).Draw(t, "cut")
		require.InDelta(t, got, money.Interest(principal, bps, cut)+money.Interest(principal, bps, days-cut), 1)
	})
}

func BenchmarkEffectiveAPR(b *testing.B) {
	for b.Loop() {
		if _, err := money.EffectiveAPRBps(19_250_000, 20_747_945, 179); err != nil {
			b.Fatal(err)
		}
	}
}

// The fast path for interest gives the same result as the exact one, also at the edges of its range.
func TestInterestIsExact(t *testing.T) {
	t.Parallel()
	edges := []int64{0, 1, 2, 364, 365, 9_999, 10_000, 3_650_000, math.MaxInt32, math.MaxInt64 / 2, math.MaxInt64 - 1, math.MaxInt64}
	rapid.Check(t, func(t *rapid.T) {
		any := func(name string, most int64) int64 {
			if rapid.Bool().Draw(t, name+" is an edge") {
				return rapid.SampledFrom(edges).Draw(t, name)
			}
			return rapid.Int64Range(0, most).Draw(t, name)
		}
		principal, bps, days := any("principal", 1_000_000_000_000), any("bps", 100_000), any("days", 4_000)
		exact := new(big.Rat).SetInt(new(big.Int).Mul(new(big.Int).Mul(big.NewInt(principal), big.NewInt(bps)), big.NewInt(days)))
		exact.Quo(exact, big.NewRat(10_000*365, 1)).Add(exact, big.NewRat(1, 2))
		want := new(big.Int).Quo(exact.Num(), exact.Denom())
		if !want.IsInt64() {
			require.PanicsWithValue(t, money.ErrOverflow, func() { money.Interest(principal, bps, days) })
			return
		}
		require.Equal(t, want.Int64(), money.Interest(principal, bps, days), "%d at %d bps over %d days", principal, bps, days)
	})
}
