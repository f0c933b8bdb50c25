package api_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// updateRow updates one row.
func updateRow(t *testing.T, stack *apptest.Stack, sql string, args ...any) {
	t.Helper()
	tag, err := stack.Owner.Exec(t.Context(), sql, args...)
	require.NoError(t, err)
	require.EqualValues(t, 1, tag.RowsAffected())
}

// When a session has changed since its last lookup, the answer follows its present state, even though the next query is
// made for the old one.
func TestReadOnlyCallUsesCurrentSessionState(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	seen := func(t *testing.T) (*apptest.Client, contract.MemberData) {
		t.Helper()
		c := stack.Login(t)
		var data contract.MemberData
		for range 2 {
			c.OK(t, "memberQuery", body{}, &data)
		}
		return c, data
	}
	t.Run("ended session", func(t *testing.T) {
		t.Parallel()
		c, _ := seen(t)
		updateRow(t, stack, `UPDATE session SET revoked_at = now() WHERE token_hash = $1`, secret.TokenHash(c.Token))
		for range 2 {
			c.Refused(t, reason.SessionEnded, "memberQuery", body{})
		}
	})
	t.Run("logged-out session", func(t *testing.T) {
		t.Parallel()
		c, _ := seen(t)
		left := *c
		c.OK(t, "memberLogout", body{}, nil)
		left.Refused(t, reason.SessionEnded, "memberQuery", body{})
		left.Refused(t, reason.SessionEnded, "orderList", body{"tab": "all"})
	})
	t.Run("session that belongs to another member", func(t *testing.T) {
		t.Parallel()
		c, before := seen(t)
		_, other := seen(t)
		updateRow(t, stack, `UPDATE session SET member_id = $2 WHERE token_hash = $1`, secret.TokenHash(c.Token), other.MemberID)
		var after contract.MemberData
		c.OK(t, "memberQuery", body{}, &after)
		require.NotEqual(t, before.MemberID, after.MemberID)
		require.Equal(t, other.MemberID, after.MemberID)
		require.Equal(t, other.PhoneNum, after.PhoneNum)
		c.OK(t, "memberQuery", body{}, &after)
		require.Equal(t, other.MemberID, after.MemberID)
	})
	t.Run("session on a device that lost its trust", func(t *testing.T) {
		t.Parallel()
		c, _ := seen(t)
		updateRow(t, stack, `UPDATE device SET trusted_at = NULL FROM session WHERE device.id = session.device_id AND token_hash = $1`, secret.TokenHash(c.Token))
		c.Refused(t, reason.SecondFactNeeded, "orderList", body{"tab": "all"})
		var after contract.MemberData
		c.OK(t, "memberQuery", body{}, &after)
		require.True(t, after.SecondFactNeeded)
	})
	t.Run("session of an account with a pending deletion", func(t *testing.T) {
		t.Parallel()
		c, data := seen(t)
		updateRow(t, stack, `UPDATE member SET status = 'deleting' WHERE id = $1`, data.MemberID)
		c.Refused(t, reason.AccountDeleting, "orderList", body{"tab": "all"})
	})
	t.Run("ended session whose call is refused for its arguments", func(t *testing.T) {
		t.Parallel()
		c, _ := seen(t)
		c.Refused(t, reason.OrderNotFound, "orderDetail", body{"orderId": uuid.New()})
		updateRow(t, stack, `UPDATE session SET revoked_at = now() WHERE token_hash = $1`, secret.TokenHash(c.Token))
		c.Refused(t, reason.SessionEnded, "orderDetail", body{"orderId": uuid.New()})
		c.Refused(t, reason.SessionEnded, "orderDetail", body{"orderId": "no id"})
	})
}

// A call of a borrower who called recently takes one round trip to the database, and still cannot read another member's
// loan.
func TestReadOnlyCallOfKnownSessionIsOneRoundTrip(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c, order := m.confirmed(t, "1903999988")
	m.await(t, c, order, loan.WaitingPayment)
	ofOrder := body{"orderId": order.OrderID}
	c.OK(t, "loanList", body{}, nil) // loads the market, once per process
	for call, ask := range map[string]any{
		"memberQuery": body{}, "memberConsents": body{}, "memberDevices": body{}, "memberDeletionStatus": body{}, "memberPendingApproval": body{},
		"authList": body{}, "bankCardList": body{}, "loanList": body{}, "orderDetail": ofOrder,
		"repayOptions": ofOrder, "repayRecord": body{}, "repayExtendQuote": ofOrder, "repayProofs": ofOrder,
		"chatIdentity": body{}, "supportDraft": body{"name": "message"}, "supportList": body{}, "supportInbox": body{}, "supportUnread": body{}, "supportHardship": ofOrder,
	} {
		if answer := c.OK(t, call, ask, nil); answer.Trips != 1 {
			t.Errorf("%s takes %d round trips", call, answer.Trips)
		}
	}
	for _, call := range []string{"mallIndex", "mallResult"} {
		if answer := mall(t, c, call, body{}); answer.Trips != 1 {
			t.Errorf("%s takes %d round trips", call, answer.Trips)
		}
	}
	stranger := m.Login(t)
	for range 2 {
		c.OK(t, "orderDetail", ofOrder, nil)
		stranger.Refused(t, reason.OrderNotFound, "orderDetail", ofOrder)
		stranger.Refused(t, reason.OrderNotFound, "repayOptions", ofOrder)
	}
}

// registered returns the calls registered with the given function.
func registered(t *testing.T, way string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	found, all := regexp.MustCompile(`server\.`+way+`(?:Of)?\(a\.Server, "(\w+)"`), map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, match := range found.FindAllStringSubmatch(string(text), -1) {
			all[match[1]] = true
		}
	}
	require.NotEmpty(t, all)
	return all
}
