package lender_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
	"github.com/loanmarket/loanmarket/api/internal/test/partnertest"
)

// The job sends the application again. Above all, a page is no promise of a later decision.
func TestHTTPTroubleOnTheWayIsNoDecision(t *testing.T) {
	t.Parallel()
	for _, lines := range []map[string]string{partnertest.Unsent(t), partnertest.Uncertain(t)} {
		for name, url := range lines {
			_, err := lender.NewHTTP(url, []byte("0123456789abcdef")).Decide(t.Context(), lender.Application{OrderNo: "LM1"})
			require.Error(t, err, name)
		}
	}
}
