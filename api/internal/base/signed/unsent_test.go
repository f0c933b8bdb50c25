package signed_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/signed"
	"github.com/loanmarket/loanmarket/api/internal/test/partnertest"
)

func TestRequestThatReachedNoPartnerIsUnsent(t *testing.T) {
	t.Parallel()
	for name, url := range partnertest.Unsent(t) {
		_, err := signed.New(key).Call(t.Context(), url, 1, nil)
		require.ErrorIs(t, err, signed.ErrUnsent, name)
	}
}

// Also a page with a status that would decide: the partner has said nothing.
func TestIncompleteAnswersAndPagesAreErrors(t *testing.T) {
	t.Parallel()
	for name, url := range partnertest.Uncertain(t) {
		var answer map[string]any
		_, err := signed.New(key).Call(t.Context(), url, 1, &answer)
		require.Error(t, err, name)
		require.NotErrorIs(t, err, signed.ErrUnsent, name)
	}
}
