package lang_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

// The app's tests read the same file.
func TestJoinDurationsUsesNoBreakSpaces(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../../shared-types/vectors/formats.json")
	require.NoError(t, err)
	var vectors struct {
		Durations []struct{ Plain, Joined string }
	}
	require.NoError(t, json.Unmarshal(raw, &vectors))
	require.NotEmpty(t, vectors.Durations)
	for _, v := range vectors.Durations {
		require.Equal(t, v.Joined, lang.JoinDurations(v.Plain))
		require.Equal(t, v.Plain, lang.PlainSpaces(v.Joined))
	}
}

func TestOneLineJoinsNumbersAndUnits(t *testing.T) {
	t.Parallel()
	require.Equal(t, "1\u00a0hour\u00a030\u00a0minutes", lang.OneLine("1 hour 30 minutes"))
	require.Equal(t, "3\u2060月\u206012\u2060日", lang.OneLine("3月12日"))
	require.Empty(t, lang.OneLine(""))
}
