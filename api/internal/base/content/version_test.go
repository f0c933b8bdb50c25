package content_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/content"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// A borrower's consent refers to a version of a text: when a text changes, in any language, it needs a new version, the date
// from which it applies, and a new line here.
func TestAgreedTextsChangeOnlyWithNewVersion(t *testing.T) {
	t.Parallel()
	library, err := content.Load(nil)
	require.NoError(t, err)
	versions := map[string]string{}
	for _, page := range []string{content.Privacy, content.Terms} {
		sum := sha256.New()
		for _, l := range lang.All {
			raw, err := os.ReadFile("text/" + string(l) + "/" + page + ".md")
			require.NoError(t, err)
			sum.Write(raw)
		}
		versions[page+" "+library.Version(page)] = hex.EncodeToString(sum.Sum(nil))[:16]
	}
	require.Equal(t, map[string]string{
		"privacy 1.3": "8a45b632685f7153",
		"terms 1.1":   "0ad67f05a548332e",
	}, versions)
}
