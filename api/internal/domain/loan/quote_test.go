package loan_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

var payday = money.MustDate("2026-11-23")

func quoteOf(t require.TestingT, terms loan.Terms, amount int64, days int) loan.Quote {
	q, err := terms.Quote(amount, days, payday, payday.AddDays(days))
	require.NoError(t, err)
	return q
}

// The specification's own sample: 20,000,000 at 15 %, fee 750,000.
//
// spec: 1.interest-example, 9.sample-vi, 3.loan
func TestQuoteOfTheSpecificationSample(t *testing.T) {
	t.Parallel()
	owed := loan.Terms{Currency: money.VND, AnnualRateBps: 1500, ServiceFeeBps: 375}
	q := quoteOf(t, owed, 20_000_000, 91)
	require.Equal(t, int64(750_000), q.ServiceFee)
	require.Equal(t, int64(747_945), q.Interest)
	require.Equal(t, int64(20_000_000), q.ActualReceived)
	require.Equal(t, int64(21_497_945), q.TotalToRepay)
	require.Equal(t, int64(3004), q.APRBps)
	require.Equal(t, int64(3360), q.EffectiveAPRBps)

	withheld := loan.Terms{Currency: money.VND, AnnualRateBps: 1500, FrontServiceFeeBps: 375}
	q = quoteOf(t, withheld, 20_000_000, 91)
	require.Equal(t, int64(750_000), q.FrontServiceFee)
	require.Equal(t, int64(19_250_000), q.ActualReceived)
	require.Equal(t, int64(20_747_945), q.TotalToRepay)
	require.Equal(t, int64(3121), q.APRBps)
	require.Equal(t, int64(3506), q.EffectiveAPRBps)
}

func TestInterestOfPublishedCases(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		principal, bps int64
		days           int
		want           int64
	}{
		{10_000, 1825, 120, 600},
		{5_000_000, 1500, 120, 246_575},
		{20_000_000, 1500, 91, 747_945},
		{20_000_000, 1500, 120, 986_301},
		{20_000_000, 1500, 180, 1_479_452},
		{1_000_000, 2400, 91, 59_836},
		{1_000_000, 2400, 180, 118_356},
	} {
		require.Equal(t, c.want, loan.Terms{AnnualRateBps: c.bps}.InterestOf(c.principal, c.days))
	}
}

func TestQuoteRefusesZeroPayoutAndZeroDays(t *testing.T) {
	t.Parallel()
	_, err := loan.Terms{FrontServiceFeeBps: 10_000}.Quote(1_000_000, 91, payday, payday.AddDays(91))
	require.ErrorIs(t, err, loan.ErrNothingReceived)
	_, err = loan.Terms{}.Quote(1_000_000, 91, payday, payday)
	require.Error(t, err)
}

func TestFees(t *testing.T) {
	t.Parallel()
	terms := loan.Terms{
		AccountFeeFlat: 10_000, AccountFeeBps: 5, LateFee: 50_000, GraceDays: 3,
		OverdueFeeBpsDay: 5, OverdueFeeCapBps: 500, ExtensionFeeBps: 200,
	}
	require.Equal(t, int64(0), terms.AccountFeeOf(1_000_000, 0))
	require.Equal(t, int64(10_500), terms.AccountFeeOf(1_000_000, 1))
	require.Equal(t, int64(10_500), terms.AccountFeeOf(1_000_000, 30))
	require.Equal(t, int64(21_000), terms.AccountFeeOf(1_000_000, 31))
	require.Zero(t, terms.AccountFeeOf(1_000_000, -365), "no fee before the payout")
	require.Equal(t, int64(50_000), terms.OverdueFeeCap(1_000_000))
	require.Equal(t, int64(8_000), terms.ExtensionFeeOf(400_000, 1))
}

func TestHighestAPRBoundsEveryQuote(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		terms := loan.Terms{
			Currency:           money.VND,
			AnnualRateBps:      rapid.Int64Range(0, 4000).Draw(r, "rate"),
			FrontServiceFeeBps: rapid.Int64Range(0, 1000).Draw(r, "front"),
			ServiceFeeBps:      rapid.Int64Range(0, 1000).Draw(r, "service"),
			AccountFeeFlat:     rapid.Int64Range(0, 50_000).Draw(r, "flat"),
			AccountFeeBps:      rapid.Int64Range(0, 50).Draw(r, "account"),
		}
		lowest := rapid.Int64Range(1, 40).Draw(r, "min") * 500_000
		highest := lowest + rapid.Int64Range(0, 40).Draw(r, "span")*500_000
		term := rapid.SampledFrom([]int{91, 120, 180}).Draw(r, "term")
		apr, err := terms.HighestAPRBps(lowest, highest, []int{91, 120, 180})
		require.NoError(r, err)

		amount := rapid.Int64Range(lowest/500_000, highest/500_000).Draw(r, "amount") * 500_000
		moved := rapid.IntRange(0, 9).Draw(r, "moved")
		q, err := terms.Quote(amount, term, payday, payday.AddDays(term+moved))
		require.NoError(r, err)
		require.LessOrEqual(r, q.APRBps, apr+1, "rounding to whole dong may add a hundredth of a percent")
		require.Equal(r, q.Amount, q.ActualReceived+q.FrontServiceFee)
		require.Equal(r, q.TotalToRepay, q.Amount+q.Interest+q.ServiceFee+q.AccountFee)
		require.GreaterOrEqual(r, q.EffectiveAPRBps, int64(0))
	})
}

// The fees of all extensions count towards the APR, over the extended term: one fee of 2 % is 7.3 % a year over 100 days, two are
// 13.27 % over 110 days.
func TestHighestAPRWithAndWithoutExtensions(t *testing.T) {
	t.Parallel()
	terms := loan.Terms{Currency: money.VND, ExtensionFeeBps: 200, ExtensionDays: 10, ExtensionMax: 2}
	apr, err := terms.HighestAPRBps(1_000_000, 2_000_000, []int{90, 180})
	require.NoError(t, err)
	require.Zero(t, apr)
	apr, err = terms.HighestExtendedAPRBps(1_000_000, 2_000_000, []int{90, 180})
	require.NoError(t, err)
	require.EqualValues(t, 1327, apr)
	terms.ExtensionMax = 1
	apr, err = terms.HighestExtendedAPRBps(1_000_000, 2_000_000, []int{90, 180})
	require.NoError(t, err)
	require.EqualValues(t, 730, apr)
	terms.FrontServiceFeeBps = 10_000
	_, err = terms.HighestAPRBps(1_000_000, 2_000_000, []int{90})
	require.ErrorIs(t, err, loan.ErrNothingReceived)
}

// The holiday allowance applies again to an extended due date: 10 extension days and 13 holidays start a fifth month.
func TestHighestExtendedAPRCoversTwoHolidayShifts(t *testing.T) {
	t.Parallel()
	terms := loan.Terms{Currency: money.IDR, AccountFeeFlat: 100_000, ExtensionDays: 10, ExtensionMax: 1}
	apr, err := terms.HighestExtendedAPRBps(2_000_000, 2_000_000, []int{98})
	require.NoError(t, err)
	q, err := terms.Quote(2_000_000, 98, payday, payday.AddDays(98+10+13))
	require.NoError(t, err)
	require.EqualValues(t, 500_000, q.AccountFee)
	require.LessOrEqual(t, q.APRBps, apr)
}
