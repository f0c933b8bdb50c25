package lender_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/gateway/lender"
)

func TestEveryLenderHasItsOwnKey(t *testing.T) {
	t.Parallel()
	key := []byte("0123456789abcdef0123456789abcdef")
	require.Len(t, lender.Key(key, "a"), 32)
	require.Equal(t, lender.Key(key, "a"), lender.Key(key, "a"))
	require.NotEqual(t, lender.Key(key, "a"), lender.Key(key, "b"))
}
