package member

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	sharedtypes "github.com/loanmarket/loanmarket/shared-types"
)

// spec: 5.image-code, 5.sms-server-text, 9.image-code-4, 9.sms-code-4
func TestCodeFormatsMatchTheSharedVectors(t *testing.T) {
	t.Parallel()
	var vectors struct {
		ImageCode, SMSCode []struct {
			In string
			OK bool
		}
	}
	require.NoError(t, json.Unmarshal(sharedtypes.FieldVectors, &vectors))
	require.NotEmpty(t, vectors.ImageCode)
	require.NotEmpty(t, vectors.SMSCode)
	for _, v := range vectors.ImageCode {
		require.Equal(t, v.OK, imageShaped(v.In), "image code %q", v.In)
	}
	for _, v := range vectors.SMSCode {
		require.Equal(t, v.OK, CodeShaped(v.In), "SMS code %q", v.In)
	}
}
