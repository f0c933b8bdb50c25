package redact_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/redact"
)

func TestTextRedactsPersonalData(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"phone 0912345678 is known":                        "phone # is known",
		"id 087084000999":                                  "id #",
		"token Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9v":   "token #",
		"order 0198c0de-0000-7000-8000-000000000001":       "order 0198c0de-0000-7000-8000-000000000001",
		"+84 912-345-678 or 091 234 5678":                  "+# or #",
		"(0912).345.678":                                   "(#",
		"dial tcp 10.0.0.12:5432 at 2026-11-03 10:00":      "dial tcp 10.0.0.12:5432 at 2026-11-03 10:00",
		"+84.912.345.678 or 001.199.000.123":               "+# or #",
		"0912-34-56 78 or 0912-34-56":                      "# or #",
		"0912\u00a0345\u202f678 or 0912\u2007345\u2011678": "# or #",
		"0912/345/678 or 0912 - 345 - 678":                 "# or #",
		"0912\u2212345\t678 or 0912\u2060345\u00ad678":     "# or #",
		"outside of 10.0.0.0/24 or 10.0.0.0/8 09":          "outside of 10.0.0.0/24 or #",
		"2026-11-03 - 2026-11-10 or 2026-11-03/2026-11-10": "2026-11-03 - 2026-11-10 or 2026-11-03/2026-11-10",
		"０９１２３４５６７８ or ０９１２－３４５　６７８":                       "# or #",
		"๐๙๑๒๓๔๕๖๗๘ of ๐๙๑ ๒๓๔ ๕๖๗๘":                       "# of #",
		"code 1234 after 30 days":                          "code 1234 after 30 days",
		"２ of 10/30 days, 1/1":                             "２ of 10/30 days, 1/1",
		"":                                                 "",
	} {
		require.Equal(t, want, redact.Text(text))
	}
}

func TestTextTruncatesLongText(t *testing.T) {
	t.Parallel()
	cut := redact.Text(strings.Repeat("ạ ", 100_000))
	require.LessOrEqual(t, len(cut), 1030)
	require.True(t, utf8.ValidString(cut))
	require.True(t, strings.HasSuffix(cut, "…"))
}
