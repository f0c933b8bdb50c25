package api_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A payment that the bank reverses after its borrower has been erased opens the debt again as well. The contract that
// proves it is kept for the full retention time after the debt is settled.
func TestReversalAfterErasureKeepsContract(t *testing.T) {
	t.Parallel()
	for name, kept := range map[string]int64{"full reversal": 0, "undecided partial reversal": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMarket(t)
			c := m.erased(t)
			m.reversePaymentExcept(t, c, kept)
			texts := m.remaining(t, c).Texts
			require.Positive(t, texts)
			for range 2 {
				m.Advance(t, 10*366*24*time.Hour)
				_, err := m.Apps[0].Account.Erase(t.Context())
				require.NoError(t, err)
				require.Equal(t, texts, m.remaining(t, c).Texts)
				require.Positive(t, m.remaining(t, c).Documents)
			}
		})
	}
}

// Once it is repaid again, the loan is like any other, and its documents are kept for the full time from then.
func TestRetentionRestartsWhenReopenedDebtIsRepaid(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.erased(t)
	m.Advance(t, 9*365*24*time.Hour)
	m.reversePayment(t, c)
	var memo string
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT code FROM payment_intent WHERE member_id = $1`, c.MemberID).Scan(&memo))
	event := report("N"+c.Phone, memo, 50_000_000, m.Now())
	require.Equal(t, http.StatusOK, hook(t, c, "sandbox", callbackKey(m.Stack), time.Now(), event).Status)
	var settled bool
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT bool_and(repay_status = 3) FROM loan_order WHERE member_id = $1`, c.MemberID).Scan(&settled))
	require.True(t, settled)
	m.Advance(t, 2*366*24*time.Hour)
	_, err := m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Positive(t, m.remaining(t, c).Texts)
	m.Advance(t, 8*366*24*time.Hour)
	_, err = m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Zero(t, m.remaining(t, c).Texts)
}

// reversePayment has the bank reverse the one payment of a borrower.
func (m market) reversePayment(t *testing.T, c *apptest.Client) {
	t.Helper()
	m.reversePaymentExcept(t, c, 0)
}

// reversePaymentExcept has the bank reverse that payment except for an amount. An operator then decides what happens to
// the loan.
func (m market) reversePaymentExcept(t *testing.T, c *apptest.Client, kept int64) {
	t.Helper()
	var paid struct {
		Reference string
		Amount    int64
	}
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT gateway_reference, amount FROM payment WHERE member_id = $1`, c.MemberID).Scan(&paid.Reference, &paid.Amount))
	back := report("B"+c.Phone, "", paid.Amount-kept, m.Now())
	back["type"], back["originalReference"] = "reversal", paid.Reference
	require.Equal(t, http.StatusOK, hook(t, c, "sandbox", callbackKey(m.Stack), time.Now(), back).Status)
}

// decide carries out an operator's decision about the one partial reversal of a borrower.
func (m market) decide(t *testing.T, c *apptest.Client, do func(context.Context, pay.Decision) error) {
	t.Helper()
	named, err := repay.PartialReversalsNamed("B"+c.Phone).Read(t.Context(), m.Pool)
	require.NoError(t, err)
	require.Len(t, named, 1)
	require.NoError(t, do(t.Context(), pay.Decision{Reversal: named[0], Actor: "ops:anna", Note: "the bank confirms"}))
}

// The bank reversed a part of the payment that settled the loan, and an operator has yet to decide what is owed again.
// A borrower who left in the meantime would owe money that nobody could collect.
func TestPendingReversalRefusesDeletionRequest(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.settled(t)
	m.reversePaymentExcept(t, c, 1)
	status := deletionStatus(t, c)
	require.True(t, status.ReversalPending)
	require.Empty(t, status.Obstacles, "the loan counts as settled until an operator has decided")
	c.SendCode(t, 203)
	code := m.Code(t, c.Phone)
	c.Refused(t, reason.DeleteReversal, "memberDeleteAccount", body{"smsCode": code})
	m.decide(t, c, m.Apps[0].Pay.DismissReversal)
	require.False(t, deletionStatus(t, c).ReversalPending)
	c.OK(t, "memberDeleteAccount", body{"smsCode": code}, nil)
}

func TestPendingReversalStopsDeletion(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.settled(t)
	requestDeletion(t, c)
	m.reversePaymentExcept(t, c, 1)
	m.Advance(t, wait)
	erased, err := m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Zero(t, erased)
	require.Positive(t, m.remaining(t, c).Personal)
	require.Equal(t, contract.DeletionDataStateStopped, deletionStatus(t, c).State)
	m.decide(t, c, m.Apps[0].Pay.ApplyReversal)
	status := deletionStatus(t, c)
	require.False(t, status.ReversalPending)
	require.Len(t, status.Obstacles, 1, "the reopened debt is an obstacle")
}

// The deletion job waits for a reversal that has not committed yet, and then sees the debt that it opens or may open.
func TestUncommittedReversalStopsDeletion(t *testing.T) {
	t.Parallel()
	for name, reversal := range map[string][]string{
		"full reversal": {
			`UPDATE loan_order SET repay_status = 1, closed_at = NULL WHERE member_id = $1`,
			`UPDATE loan SET settled_on = NULL, settled_at = NULL WHERE member_id = $1`,
		},
		"partial reversal": {`
			INSERT INTO partial_reversal (payment_id, gateway_reference, amount, currency, booked, reason, reported_at)
			SELECT id, 'RV-1', 1, currency, true, '', received_at FROM payment WHERE member_id = $1`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMarket(t)
			c := m.settled(t)
			requestDeletion(t, c)
			tx, err := m.Owner.Begin(t.Context())
			require.NoError(t, err)
			defer func() { _ = tx.Rollback(t.Context()) }()
			for _, statement := range append([]string{`SELECT FROM credit_profile WHERE member_id = $1 FOR NO KEY UPDATE`}, reversal...) {
				_, err := tx.Exec(t.Context(), statement, c.MemberID)
				require.NoError(t, err)
			}
			m.Advance(t, wait)
			require.NoError(t, postgrestest.Behind(t, tx, func() error {
				_, err := m.Apps[0].Account.Erase(context.Background())
				return err
			}))
			require.Positive(t, m.remaining(t, c).Personal)
			require.Eventually(t, func() bool { return deletionStatus(t, c).State == contract.DeletionDataStateStopped }, 10*time.Second, 10*time.Millisecond)
		})
	}
}
