package api_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// Borrower is the only role: there is no operator call, and operator paths return nothing.
//
// spec: 6.no-admin
func TestThereIsNoAdminRole(t *testing.T) {
	t.Parallel()
	document, err := contract.Load()
	require.NoError(t, err)
	for _, op := range document.Operations() {
		require.False(t, strings.Contains(strings.ToLower(op.Path+op.ID), "admin"), op.Path)
	}
	stack := apptest.Start(t)
	c := stack.Login(t)
	for _, path := range []string{"/app/admin/orders", "/app/ops/orders", "/app/member/allow"} {
		answer := c.Raw(t, "POST", path, nil, []byte("{}"))
		require.Equal(t, 404, answer.Status, path)
		require.Equal(t, reason.NotFound, answer.Failure.Reason, path)
	}
}
