package member

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

func TestEveryCodeHasATextInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, kind := range []CodeType{CodeLogin, CodeConfirm, CodeCard, CodeDelete, CodeData, CodeFaceKey} {
		seen := map[string]bool{}
		for _, l := range lang.All {
			body := text(SendRequest{Type: kind, Lang: l, Product: "Vay Rõ", Host: "vayro.example"}, "0042")
			require.True(t, strings.HasPrefix(body, "0042 "), "%s %s: the code comes first, where notifications show it", kind, l)
			require.Contains(t, body, "Vay Rõ")
			require.True(t, strings.HasSuffix(body, "\n\n@vayro.example #0042"), "the last line lets the phone fill in the code")
			require.NotContains(t, body, "{")
			require.False(t, seen[body])
			seen[body] = true
		}
	}
	body := text(SendRequest{Type: CodeLogin, Lang: lang.EN, Product: "Vay Rõ"}, "0042")
	require.NotContains(t, body, "@", "without a host there is nothing to bind the code to")
}
