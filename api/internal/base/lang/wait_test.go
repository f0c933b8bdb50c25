package lang_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// The app's tests read the same file.
func TestWaitFormatsDurationsInTheirUnits(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../../shared-types/vectors/formats.json")
	require.NoError(t, err)
	var vectors struct {
		Waits []struct {
			Seconds  int64
			Language lang.Lang
			Text     string
		}
	}
	require.NoError(t, json.Unmarshal(raw, &vectors))
	require.NotEmpty(t, vectors.Waits)
	for _, v := range vectors.Waits {
		text := v.Language.Wait(time.Duration(v.Seconds) * time.Second)
		require.NotContains(t, text, " ", "the text must contain no breaking space")
		require.Equal(t, v.Text, lang.PlainSpaces(text))
	}
	require.Equal(t, "2\u00a0seconds", lang.EN.Wait(1500*time.Millisecond), "a wait must be rounded up")
	require.Equal(t, "0\u00a0seconds", lang.EN.Wait(-time.Minute))
}
