package notify

import (
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
)

var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

func names(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return found
}

func TestEveryKindHasItsWordsInEveryLanguage(t *testing.T) {
	t.Parallel()
	require.NotEmpty(t, messages)
	for kind, w := range messages {
		for _, part := range []text{w.title, w.text} {
			for _, l := range lang.All {
				require.NotEmpty(t, part.in(l), "%s in %s", kind, l)
				require.Equal(t, names(part.en), names(part.in(l)), "%s in %s has other {names} than English", kind, l)
				require.NotRegexp(t, `[!！]`, part.in(l), "%s in %s: no exclamation marks", kind, l)
			}
		}
	}
}

func TestNamesAreFilledInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	n := support.Notice{Kind: string(PaidOut), Params: reason.Named(
		"no", "LM1", "amount", money.Whole(9_500_000, money.VND), "date", money.MustDate("2026-03-12"))}
	require.Equal(t, Rendered{
		Title: "9.500.000\u00a0₫ đã vào tài khoản của bạn", Text: "Khoản vay LM1 đến hạn ngày 12 tháng 3, 2026.",
	}, Render(n, lang.VI))
	require.Contains(t, Render(n, lang.TH).Text, "12 มีนาคม 2569")
	require.Empty(t, Render(support.Notice{Kind: "of_tomorrow"}, lang.EN))
}
