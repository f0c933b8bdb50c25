package redact_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/redact"
)

// The page's own redaction is tested with the same vectors.
func TestPageRedactsPersonalData(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../../shared-types/vectors/pageError.json")
	require.NoError(t, err)
	var vectors []struct{ Text, Scrubbed string }
	require.NoError(t, json.Unmarshal(raw, &vectors))
	require.NotEmpty(t, vectors)
	for _, v := range vectors {
		require.Equal(t, v.Scrubbed, redact.Page(v.Text), v.Text)
		require.Equal(t, v.Scrubbed, redact.Page(v.Scrubbed), "redaction must be idempotent")
	}
}
