package carriercheck_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
	"github.com/loanmarket/loanmarket/shared-types"
)

// spec: 5.password, 9.password-8
func TestAPasswordHasEightCharactersWithDigitsAndLetters(t *testing.T) {
	t.Parallel()
	var vectors struct {
		Password []struct {
			In     string
			Broken []string
		}
	}
	require.NoError(t, json.Unmarshal(sharedtypes.FieldVectors, &vectors))
	require.NotEmpty(t, vectors.Password)
	for _, v := range vectors.Password {
		require.Equal(t, len(v.Broken) == 0, carriercheck.Strong(v.In), v.In)
	}
}
