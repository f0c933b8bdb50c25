package kyc_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Phones and documents copy them with a name: nobody sees them, so nobody could correct a name that is refused for them.
func TestNameMayContainInvisibleCharacters(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"สมชาย\u200b ใจดี":         "สมชาย ใจดี",
		"\u202aNguyễn Lan\u202c":   "Nguyễn Lan",
		"\ufeffNguyễn\u2060 Lan":   "Nguyễn Lan",
		"Ngu\u00adyễn \u200b Lan ": "Nguyễn Lan",
	} {
		form := identityForm(uuid.New(), uuid.New())
		form.Name = typed
		checked, err := form.Check(vietnam, today)
		require.NoError(t, err, "%q", typed)
		require.Equal(t, want, checked.Name)
	}
	form := identityForm(uuid.New(), uuid.New())
	form.Name = "\u200b\u2060"
	_, err := form.Check(vietnam, today)
	require.Equal(t, map[string]reason.Reason{"idName": reason.FieldRequired}, fieldsOf(t, err))
}
