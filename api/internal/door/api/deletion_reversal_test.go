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
func TestADebtThatOpensBehindTheErasureKeepsItsContract(t *testing.T) {
	t.Parallel()
	for name, kept := range map[string]int64{"the whole payment": 0, "a part, which nobody has decided about": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMarket(t)
			c := m.erased(t)
			m.takeBackAllBut(t, c, kept)
			texts := m.leftOf(t, c).Texts
			require.Positive(t, texts)
			for range 2 {
				m.Advance(t, 10*366*24*time.Hour)
				_, err := m.Apps[0].Account.Erase(t.Context())
				require.NoError(t, err)
				require.Equal(t, texts, m.leftOf(t, c).Texts)
				require.Positive(t, m.leftOf(t, c).Documents)
			}
		})
	}
}

// Once it is repaid again, the loan is like any other, and its documents are kept for the full time from then.
func TestDocumentsStayAsLongAfterADebtThatWasPaidOnceMore(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.erased(t)
	m.Advance(t, 9*365*24*time.Hour)
	m.takeBack(t, c)
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
	require.Positive(t, m.leftOf(t, c).Texts)
	m.Advance(t, 8*366*24*time.Hour)
	_, err = m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Zero(t, m.leftOf(t, c).Texts)
}

// takeBack has the bank reverse the one payment of a borrower.
func (m market) takeBack(t *testing.T, c *apptest.Client) {
	t.Helper()
	m.takeBackAllBut(t, c, 0)
}

// takeBackAllBut has the bank reverse that payment except for an amount. An operator then decides what happens to the
// loan.
func (m market) takeBackAllBut(t *testing.T, c *apptest.Client, kept int64) {
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
func TestAReversalThatNobodyHasDecidedAboutRefusesTheDeletion(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.settled(t)
	m.takeBackAllBut(t, c, 1)
	status := leaving(t, c)
	require.True(t, status.ReversalPending)
	require.Empty(t, status.Obstacles, "the loan is settled until somebody has decided")
	c.SendCode(t, 203)
	code := m.Code(t, c.Phone)
	c.Refused(t, reason.DeleteReversal, "memberDeleteAccount", body{"smsCode": code})
	m.decide(t, c, m.Apps[0].Pay.DismissReversal)
	require.False(t, leaving(t, c).ReversalPending)
	c.OK(t, "memberDeleteAccount", body{"smsCode": code}, nil)
}

func TestAReversalThatNobodyHasDecidedAboutStopsTheDeletion(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.settled(t)
	leave(t, c)
	m.takeBackAllBut(t, c, 1)
	m.Advance(t, wait)
	erased, err := m.Apps[0].Account.Erase(t.Context())
	require.NoError(t, err)
	require.Zero(t, erased)
	require.Positive(t, m.leftOf(t, c).Personal)
	require.Equal(t, contract.DeletionDataStateStopped, leaving(t, c).State)
	m.decide(t, c, m.Apps[0].Pay.ApplyReversal)
	status := leaving(t, c)
	require.False(t, status.ReversalPending)
	require.Len(t, status.Obstacles, 1, "it is owed, and by somebody")
}

// The deletion job waits for a reversal that has not committed yet, and then sees the debt that it opens or may open.
func TestADebtThatIsJustOpeningStopsTheDeletion(t *testing.T) {
	t.Parallel()
	for name, reversal := range map[string][]string{
		"the whole payment": {
			`UPDATE loan_order SET repay_status = 1, closed_at = NULL WHERE member_id = $1`,
			`UPDATE loan SET settled_on = NULL, settled_at = NULL WHERE member_id = $1`,
		},
		"a part": {`
			INSERT INTO partial_reversal (payment_id, gateway_reference, amount, currency, booked, reason, reported_at)
			SELECT id, 'RV-1', 1, currency, true, '', received_at FROM payment WHERE member_id = $1`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMarket(t)
			c := m.settled(t)
			leave(t, c)
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
			require.Positive(t, m.leftOf(t, c).Personal)
			require.Eventually(t, func() bool { return leaving(t, c).State == contract.DeletionDataStateStopped }, 10*time.Second, 10*time.Millisecond)
		})
	}
}
