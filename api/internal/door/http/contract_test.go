package http_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/house/housetest"
)

// spec: 7.post-envelope
func TestEveryOperationOfTheContractIsServed(t *testing.T) {
	t.Parallel()
	require.Empty(t, housetest.Start(t).Houses[0].Server.Missing())
}
