package notify

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
)

// The constants are read from the source, because Go cannot list them.
func TestEveryNoticeKindHasTexts(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("texts.go")
	require.NoError(t, err)
	var kinds []Kind
	for _, found := range regexp.MustCompile(`Kind = "(\w+)"`).FindAllSubmatch(source, -1) {
		kinds = append(kinds, Kind(found[1]))
	}
	require.ElementsMatch(t, kinds, slices.Collect(maps.Keys(messages.In(lang.EN))))
}

func TestRenderFormatsParametersInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	n := support.Notice{Kind: string(PaidOut), Params: reason.Named(
		"no", "LM1", "amount", money.Whole(9_500_000, money.VND), "date", money.MustDate("2026-03-12"))}
	require.Equal(t, Rendered{
		Title: "9.500.000\u00a0₫ đã vào tài khoản của bạn", Text: "Khoản vay LM1 đến hạn ngày 12\u00a0tháng\u00a03,\u00a02026.",
	}, Render(n, lang.VI))
	require.Contains(t, Render(n, lang.TH).Text, "12\u00a0มีนาคม\u00a02569")
}

// The next release may write kinds of its own beside this one, and a borrower must not see an empty line.
func TestKindOfANewerVersionIsShownInWords(t *testing.T) {
	t.Parallel()
	for _, l := range lang.All {
		shown := Render(support.Notice{Kind: "of_tomorrow", Params: reason.Named("no", "LM1")}, l)
		require.NotEmpty(t, shown.Title)
		require.NotEmpty(t, shown.Text)
	}
}

// Borrowers are also reminded one day before and one day after the due date.
func TestOneDayIsSingular(t *testing.T) {
	t.Parallel()
	title := func(kind Kind, days int) string {
		return Render(support.Notice{Kind: string(kind), Params: reason.Named("no", "LM1", "amount", money.Whole(9, money.VND), "count", days)}, lang.EN).Title
	}
	require.Equal(t, "Your loan is due in 1\u00a0day", title(DueSoon, 1))
	require.Equal(t, "Your loan is 1\u00a0day overdue", title(Overdue, 1))
	require.Equal(t, "Your loan is 21\u00a0days overdue", title(Overdue, 21))
}

// Notices written by earlier versions have no fee, and an extension may be free.
func TestExtensionNoticeShowsTheFeeIfThereIsOne(t *testing.T) {
	t.Parallel()
	due := []any{"no", "LM1", "date", money.MustDate("2026-06-20")}
	for _, l := range lang.All {
		render := func(args ...any) string {
			text := Render(support.Notice{Kind: string(Extended), Params: reason.Named(append(due, args...)...)}, l).Text
			require.NotContains(t, text, "{")
			return text
		}
		fee := money.Whole(75_000, money.VND)
		plain, paid, added := render(), render("paid", fee), render("added", fee)
		require.NotEqual(t, paid, added)
		require.NotContains(t, plain, money.Format(fee, l))
		require.Contains(t, paid, money.Format(fee, l))
		require.Contains(t, added, money.Format(fee, l))
	}
}

// Notices written by earlier versions have no date.
func TestNoticeWithoutDateHasNoPlaceholders(t *testing.T) {
	t.Parallel()
	for _, l := range lang.All {
		old := Render(support.Notice{Kind: string(PayoutFailed), Params: reason.Named("no", "LM1")}, l)
		require.NotContains(t, old.Text, "{")
		dated := Render(support.Notice{Kind: string(PayoutFailed), Params: reason.Named("no", "LM1", "time", "10:00", "date", money.MustDate("2026-06-20"))}, l)
		require.NotContains(t, dated.Text, "{")
		require.Contains(t, dated.Text, "10:00")
		require.NotEqual(t, old.Text, dated.Text)
	}
}
