package signed_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

func TestTextIsStorableAndBounded(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"":                          "",
		"FT26123":                   "FT26123",
		"FT\x00 26\n\t123 ":         "FT 26 123",
		"Tài khoản đã đóng":         "Tài khoản đã đóng",
		"\u202egnp\u2066.exe\u200b": "gnp.exe",
		strings.Repeat("ạ", 70_000): strings.Repeat("ạ", signed.MaxText),
	} {
		require.Equal(t, want, signed.Text(said))
	}
}

func TestWordIsAWordOfAProtocol(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"too_dark": "too_dark", "similarity 0.63": "", "Nguyễn Thị Lan": "", "a\x00": "", "": "",
	} {
		require.Equal(t, want, signed.Word(said))
	}
}
