package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// spec: 7.post-envelope
func TestEveryOperationOfTheContractIsServed(t *testing.T) {
	t.Parallel()
	require.Empty(t, apptest.Start(t).Apps[0].Server.Missing())
}
