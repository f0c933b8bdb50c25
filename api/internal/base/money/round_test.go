package money_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

func TestMulBps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ minor, bps, want int64 }{
		{20_000_000, 375, 750_000},
		{1, 5_000, 1},
		{1, 4_999, 0},
		{3, 5_000, 2},
		{-1, 5_000, -1},
		{-3, 5_000, -2},
		{0, 5_000, 0},
		{math.MaxInt64, 10_000, math.MaxInt64},
		{-math.MaxInt64, 10_000, -math.MaxInt64},
	} {
		require.Equal(t, c.want, money.MulBps(c.minor, c.bps), "%d at %d", c.minor, c.bps)
	}
	require.PanicsWithValue(t, money.ErrOverflow, func() { money.MulBps(math.MaxInt64, 10_001) })
	require.PanicsWithValue(t, money.ErrOverflow, func() { money.MulBps(math.MaxInt64, math.MaxInt64) })
	require.PanicsWithValue(t, money.ErrOverflow, func() { money.MulDiv(1<<62, 1<<62, 1<<60) }, "2⁶⁴ overflows")
	require.PanicsWithValue(t, money.ErrOverflow, func() { money.MulDiv(253_921, 145_295_143_558_111, 2) }, "2⁶⁴ - ½ rounds up and overflows")
	for _, den := range []int64{0, -1} {
		require.PanicsWithValue(t, "money: division by a number that is not positive", func() { money.MulDiv(1, 1, den) })
	}
}

func TestMulDivIsExactWithinHalf(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Int64Range(-1<<62, 1<<62).Draw(t, "a")
		den := rapid.Int64Range(1, 1<<62).Draw(t, "den")
		b := rapid.Int64Range(-den, den).Draw(t, "b")
		got := money.MulDiv(a, b, den)

		exact := new(big.Rat).SetFrac(new(big.Int).Mul(big.NewInt(a), big.NewInt(b)), big.NewInt(den))
		off := new(big.Rat).Sub(new(big.Rat).SetInt64(got), exact)
		require.LessOrEqual(t, off.Abs(off).Cmp(big.NewRat(1, 2)), 0)
		require.Equal(t, -got, money.MulDiv(-a, b, den), "rounding must be symmetric around zero")
	})
}

func TestSumAndMulNeverWrap(t *testing.T) {
	t.Parallel()
	require.EqualValues(t, 6, money.Sum(1, 2, 3))
	require.Zero(t, money.Sum())
	require.EqualValues(t, -6, money.Mul(2, -3))
	require.PanicsWithValue(t, money.ErrOverflow, func() { money.Sum(math.MaxInt64, 1) })
	require.PanicsWithValue(t, money.ErrOverflow, func() { money.Sum(math.MinInt64, -1) })
	require.PanicsWithValue(t, money.ErrOverflow, func() { money.Mul(1<<32, 1<<31) })
	require.PanicsWithValue(t, money.ErrOverflow, func() { money.Mul(1<<40, 1<<40) })
}

func TestWholeUsesMinorUnitsOfCurrency(t *testing.T) {
	t.Parallel()
	require.Equal(t, money.Of(10_000, money.THB), money.Whole(100, money.THB))
	require.Equal(t, money.Of(100, money.VND), money.Whole(100, money.VND))
	require.True(t, money.Of(0, money.VND).IsZero())
}
