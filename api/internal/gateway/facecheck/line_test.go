package facecheck_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/facecheck"
	"github.com/loanmarket/loanmarket/api/internal/test/partnertest"
)

// Nothing is judged: neither a pass nor a failure of the borrower.
func TestTroubleOnTheWayIsUnavailable(t *testing.T) {
	t.Parallel()
	for _, lines := range []map[string]string{partnertest.Unsent(t), partnertest.Uncertain(t)} {
		for name, url := range lines {
			for _, provider := range []facecheck.Provider{facecheck.NewHTTP(url, []byte("0123456789abcdef")), facecheck.NewLocal(url, "secret")} {
				require.ErrorIs(t, provider.Ready(t.Context()), facecheck.ErrUnavailable, name)
				_, err := provider.Step(t.Context(), []byte(`{"id":"s"}`), facecheck.LookUp, nil)
				require.ErrorIs(t, err, facecheck.ErrUnavailable, name)
				_, err = provider.Match(t.Context(), facecheck.Template{Data: []byte("{}")}, facecheck.Template{Data: []byte("{}")}, facecheck.Selfie)
				require.ErrorIs(t, err, facecheck.ErrUnavailable, name)
			}
		}
	}
}
