package lang_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

func TestFillPluralsUsesFormOfTheLanguage(t *testing.T) {
	t.Parallel()
	const text = "{no}: {count, plural, one {# day} other {# days}} of {days, plural, one {# day} other {# days}}"
	require.Equal(t, "{no}: 1 day of {days, plural, one {# day} other {# days}}", lang.EN.FillPlurals(text, "count", 1))
	require.Equal(t, "{no}: {count, plural, one {# day} other {# days}} of 21 days", lang.EN.FillPlurals(text, "days", 21))
	for count, form := range map[int64]string{0: "other", 1: "one", 2: "other", 11: "other", 101: "other", 1_000_001: "other"} {
		require.Equal(t, form, lang.EN.PluralForm(count), count)
		for _, l := range []lang.Lang{lang.VI, lang.TH, lang.CN} {
			require.Equal(t, "other", l.PluralForm(count), "%s %d", l, count)
		}
	}
	require.Equal(t, "5 ngày", lang.VI.FillPlurals("{count, plural, other {# ngày}}", "count", 5))
	require.Equal(t, "{count} ngày", lang.VI.FillPlurals("{count} ngày", "count", 5))
}
