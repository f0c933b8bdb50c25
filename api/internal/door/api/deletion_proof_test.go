package api_test

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// A borrower sent a proof of a transfer that was not found, and then paid again. Whoever erases the account before an
// operator has decided about the proof leaves the first transfer without an owner.
func TestUndecidedProofRefusesDeletionRequest(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c, order := m.disbursed(t)
	neighbour, other := m.disbursed(t)
	m.payOff(t, neighbour, other.OrderID)
	sendProof(t, c, order.OrderID)
	m.payOff(t, c, order.OrderID)
	status := deletionStatus(t, c)
	require.True(t, status.ProofPending)
	require.Equal(t, []contract.DeletionProof{{OrderID: order.OrderID, OrderNo: order.OrderNo}}, status.ProofOrders)
	require.Empty(t, status.Obstacles, "the loan is settled")
	require.False(t, deletionStatus(t, neighbour).ProofPending)
	require.Empty(t, deletionStatus(t, neighbour).ProofOrders)

	c.SendCode(t, 203)
	code := m.Code(t, c.Phone)
	c.Refused(t, reason.DeleteProof, "memberDeleteAccount", body{"smsCode": code})
	m.operate(t, "proofs", "reject", m.only(t, `SELECT id FROM repayment_proof`), "--reason=the bank has no such transfer")
	require.False(t, deletionStatus(t, c).ProofPending)
	c.OK(t, "memberDeleteAccount", body{"smsCode": code}, nil)

	// A process of the previous release accepts the request also while a proof is undecided.
	_, err := m.Owner.Exec(t.Context(), `UPDATE repayment_proof SET state = 'submitted', decided_at = NULL, reason = ''`)
	require.NoError(t, err)
	m.Advance(t, wait)
	erased, err := m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Zero(t, erased)
	require.True(t, deletionStatus(t, c).ProofPending)
	stopped := noticesOf(t, c, "deletion_stopped")
	require.Len(t, stopped, 1)
	require.Contains(t, stopped[0].Text, "ảnh chuyển khoản")
}

// sendProof submits a picture as proof of a payment for a loan.
func sendProof(t *testing.T, c *apptest.Client, order uuid.UUID) {
	t.Helper()
	var file contract.FileData
	require.NoError(t, json.Unmarshal(upload(t, c, kindOf("proof"), photo(t)).Data, &file))
	c.OK(t, "repayProof", body{"orderId": order, "fileIds": []uuid.UUID{file.FileID}, "note": ""}, nil)
}
