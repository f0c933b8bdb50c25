package apptest

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
)

// AskIn makes a new phone ask for approval.
func (c *Client) AskIn(t testing.TB) contract.ApprovalData {
	t.Helper()
	var asked contract.ApprovalData
	c.OK(t, "memberAskApproval", map[string]any{}, &asked)
	return asked
}

// Pending returns the id of the request that waits for this phone's answer.
func (c *Client) Pending(t testing.TB) uuid.UUID {
	t.Helper()
	var data contract.PendingApprovalData
	c.OK(t, "memberPendingApproval", map[string]any{}, &data)
	require.NotNil(t, data.Request, "no new device asks for approval")
	return data.Request.ApprovalID
}

// LetIn approves a new phone of the same member from this one.
func (c *Client) LetIn(t testing.TB, fresh *Client) {
	t.Helper()
	asked := fresh.AskIn(t)
	c.OK(t, "memberAnswerApproval", map[string]any{"approvalId": c.Pending(t), "approve": true, "digits": asked.Digits}, nil)
}
