package support_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/shared-types"
)

// spec: 5.complaint-text, 9.complaint-300
func TestMessageLengthMatchesTheSharedVectors(t *testing.T) {
	t.Parallel()
	var vectors struct {
		Message []struct {
			In      string
			Times   int
			Problem string
		}
	}
	require.NoError(t, json.Unmarshal(sharedtypes.FieldVectors, &vectors))
	require.NotEmpty(t, vectors.Message)
	problems := map[string]map[string]reason.Reason{
		"": nil, "empty": {"text": reason.FieldRequired}, "tooLong": {"text": reason.ComplaintTooLong},
	}
	for _, v := range vectors.Message {
		_, err := support.Text("text", strings.Repeat(v.In, v.Times), support.MaxText)
		if v.Problem == "" {
			require.NoError(t, err, "%d times %q", v.Times, v.In)
			continue
		}
		require.Equal(t, problems[v.Problem], reason.From(err).Fields, "%d times %q", v.Times, v.In)
	}
}
