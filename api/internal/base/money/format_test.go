package money_test

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

func TestFormat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		m    money.Money
		l    lang.Lang
		want string
	}{
		{money.Of(2_150_000, money.VND), lang.VI, "2.150.000\u00a0₫"},
		{money.Of(2_150_000, money.VND), lang.EN, "2,150,000\u00a0₫"},
		{money.Of(0, money.VND), lang.VI, "0\u00a0₫"},
		{money.Of(999, money.VND), lang.VI, "999\u00a0₫"},
		{money.Of(-1_000, money.VND), lang.VI, "-1.000\u00a0₫"},
		{money.Of(123_450, money.THB), lang.TH, "฿1,234.50"},
		{money.Of(123_450, money.THB), lang.VI, "฿1.234,50"},
		{money.Of(5, money.THB), lang.TH, "฿0.05"},
		{money.Of(-5, money.THB), lang.TH, "-฿0.05"},
		{money.Of(59_836, money.GHS), lang.EN, "GH₵598.36"},
		{money.Of(5_000_000, money.IDR), lang.EN, "Rp\u00a05,000,000"},
		{money.Of(100, money.CNY), lang.CN, "¥1"},
		{money.Of(math.MinInt64+1, money.VND), lang.EN, "-9,223,372,036,854,775,807\u00a0₫"},
		{money.Of(-200_000, money.THB), lang.TH, "-฿2,000"},
		{money.Of(100, "USD"), lang.EN, "1\u00a0USD"},
	} {
		require.Equal(t, c.want, money.Format(c.m, c.l))
	}
	require.Equal(t, "฿2,000.00", money.FormatExact(money.Of(200_000, money.THB), lang.TH))
	require.Equal(t, "1234.50 THB", money.Of(123_450, money.THB).String())
	require.False(t, money.Currency("USD").Valid())
	require.True(t, money.IDR.Valid())
	require.True(t, money.Of(0, money.THB).IsZero())
	require.False(t, money.Of(-1, money.THB).IsZero())
}

func TestWithoutSymbolRemovesSymbolOnEitherSide(t *testing.T) {
	t.Parallel()
	for _, written := range []string{"1.500", "₫1.500", "1.500₫", "GH₵1.500", "1.500GH₵", "¥1.500", "1.500฿", "Rp1.500"} {
		require.Equal(t, "1.500", money.WithoutSymbol(written), written)
	}
	require.Equal(t, "1₫500", money.WithoutSymbol("1₫500"), "a symbol between digits must be kept")
}

func TestFormatBps(t *testing.T) {
	t.Parallel()
	require.Equal(t, "15%", money.FormatBps(1500, lang.EN))
	require.Equal(t, "30,04%", money.FormatBps(3004, lang.VI))
	require.Equal(t, "33.6%", money.FormatBps(3360, lang.TH))
	require.Equal(t, "0%", money.FormatBps(0, lang.CN))
	require.Equal(t, "0.05%", money.FormatBps(5, lang.EN))
	require.Equal(t, "100%", money.FormatBps(10_000, lang.EN))
}

func TestFormatDate(t *testing.T) {
	t.Parallel()
	d := money.MustDate("2026-03-12")
	require.Equal(t, "12 tháng 3, 2026", money.FormatDate(d, lang.VI))
	require.Equal(t, "12 มีนาคม 2569", money.FormatDate(d, lang.TH))
	require.Equal(t, "2026年3月12日", money.FormatDate(d, lang.CN))
	require.Equal(t, "12 March 2026", money.FormatDate(d, lang.EN))
	require.Empty(t, money.FormatDate(money.Date{}, lang.EN))
}

func TestFormatDayUsesNoBreakSpaces(t *testing.T) {
	t.Parallel()
	d := money.MustDate("2026-03-12")
	require.Equal(t, "12\u00a0tháng\u00a03,\u00a02026", money.FormatDay(d, lang.VI))
	require.Equal(t, "12\u00a0March\u00a02026", money.FormatDay(d, lang.EN))
	require.Equal(t, "12\u00a0มีนาคม\u00a02569", money.FormatDay(d, lang.TH))
	require.Equal(t, "2026\u2060年\u20603\u2060月\u206012\u2060日", money.FormatDay(d, lang.CN))
	for _, l := range lang.All {
		require.Equal(t, money.FormatDate(d, l), lang.PlainSpaces(money.FormatDay(d, l)))
	}
}

// The app's tests read the same file.
//
// spec: 9.region-vi, 9.region-cn, 9.region-id, 9.region-th, 9.region-gh
func TestSharedFormats(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../../shared-types/vectors/formats.json")
	require.NoError(t, err)
	var vectors struct {
		Money []struct {
			Minor    int64
			Currency money.Currency
			Language lang.Lang
			Text     string
		}
		Dates []struct {
			Day      string
			Language lang.Lang
			Text     string
		}
	}
	require.NoError(t, json.Unmarshal(raw, &vectors))
	require.NotEmpty(t, vectors.Money)
	require.NotEmpty(t, vectors.Dates)
	for _, v := range vectors.Money {
		require.Equal(t, v.Text, strings.ReplaceAll(money.Format(money.Of(v.Minor, v.Currency), v.Language), "\u00a0", " "))
	}
	for _, v := range vectors.Dates {
		require.Equal(t, v.Text, money.FormatDate(money.MustDate(v.Day), v.Language))
	}
}

// People of the region read a document, possibly years later.
func TestFormatInstant(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 12, 18, 30, 5, 0, time.UTC)
	zone := time.FixedZone("", 7*3600)
	for l, want := range map[lang.Lang]string{
		lang.VI: "13 tháng 3, 2026, 01:30:05 (UTC+07:00)", lang.EN: "13 March 2026, 01:30:05 (UTC+07:00)",
		lang.TH: "13 มีนาคม 2569, 01:30:05 (UTC+07:00)", lang.CN: "2026年3月13日, 01:30:05 (UTC+07:00)",
	} {
		require.Equal(t, want, money.FormatInstant(at, zone, l))
	}
}
