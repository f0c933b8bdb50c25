package carrier_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/carrier"
	"github.com/loanmarket/loanmarket/api/internal/test/partnertest"
)

// A service that was not reached has not accepted the request: the borrower is told at once, and not after minutes of waiting.
func TestHTTPServiceThatWasNotReachedIsDown(t *testing.T) {
	t.Parallel()
	for name, url := range partnertest.Unsent(t) {
		_, err := carrier.NewHTTP(url, "M1", key).Start(t.Context(), request)
		require.ErrorIs(t, err, carrier.ErrDown, name)
		require.NotContains(t, err.Error(), request.Password)
	}
	for name, url := range partnertest.Uncertain(t) {
		answer, err := carrier.NewHTTP(url, "M1", key).Start(t.Context(), request)
		require.Error(t, err, name)
		require.NotErrorIs(t, err, carrier.ErrDown, name)
		require.Equal(t, carrier.Unknown, answer.State, name)
	}
}
