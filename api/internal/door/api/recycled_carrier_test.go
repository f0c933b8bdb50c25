package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

func creditOf(t *testing.T, c *client) (score int, limit int64) {
	t.Helper()
	var me contract.MemberData
	c.OK(t, "memberQuery", body{}, &me)
	return me.Score, me.CreditLimit
}

// A carrier's result for the previous holder of a number is not shown to the new holder and does not count once the new
// holder has proved an identity. The new holder's own proof has its usual value.
func TestCarrierResultOfPreviousHolderDoesNotCount(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old := stack.Login(t)
	score, limit := creditOf(t, old)
	verifyNumber(t, old)
	requireNoJobs(t, stack)
	raisedScore, raisedLimit := creditOf(t, old)
	require.Greater(t, raisedScore, score)
	require.Greater(t, raisedLimit, limit)

	fresh := newDevice(t, old)
	at := index(t, fresh)
	require.Equal(t, contract.OptIndexDataStateTodo, at.State)
	require.Nil(t, at.Proof)
	require.Nil(t, at.Last)
	mallRefused(t, fresh, reason.NoData, "mallResult", body{})
	fresh.Refresh(t, 204)
	requireCopyWithout(t, fresh, []string{vinaphone, "carrier_verified"})
	require.Equal(t, contract.OptIndexDataStateDone, index(t, old).State, "the device that verified the number still sees the result")

	fresh.OK(t, "authIdentity", identityBody(t, fresh, "001199000322"), nil)
	require.Equal(t, contract.OptIndexDataStateTodo, index(t, fresh).State)
	var left int
	require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM carrier_session WHERE member_id = $1`, old.MemberID).Scan(&left))
	require.Zero(t, left, "the session of the previous holder is deleted")
	gotScore, gotLimit := creditOf(t, fresh)
	require.Equal(t, score, gotScore)
	require.Equal(t, limit, gotLimit)
	requireCopyWithout(t, fresh, []string{vinaphone, "carrier_verified", "carrier_undone"})

	verifyNumber(t, fresh)
	requireNoJobs(t, stack)
	gotScore, gotLimit = creditOf(t, fresh)
	require.Equal(t, raisedScore, gotScore)
	require.Equal(t, raisedLimit, gotLimit)
	form := identityBody(t, fresh, "001199000322")
	form["idName"] = "Nguyễn Thị Lan Anh"
	fresh.OK(t, "authIdentity", form, nil)
	gotScore, _ = creditOf(t, fresh)
	require.Equal(t, raisedScore, gotScore, "correcting the identity keeps the score")
	fresh.LetIn(t, old)
	require.Equal(t, contract.OptIndexDataStateDone, index(t, old).State, "both phones of one person see the verification")
}

// A number that was proved on the device on which the identity is proved stays proved.
func TestNumberVerifiedBeforeIdentityCounts(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	c := stack.Login(t)
	verifyNumber(t, c)
	requireNoJobs(t, stack)
	raised, _ := creditOf(t, c)
	second := newDevice(t, c)
	c.OK(t, "authIdentity", identityBody(t, c, "001199000323"), nil)
	c.LetIn(t, second)
	for _, phone := range []*client{c, second} {
		require.Equal(t, contract.OptIndexDataStateDone, index(t, phone).State)
		score, _ := creditOf(t, phone)
		require.Equal(t, raised, score)
	}
}

// A code sent by the carrier may belong to a session of the previous holder of the number. It can only be entered on
// the device on which the session began.
func TestCarrierSessionOfPreviousHolderCannotBeContinued(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old := stack.Login(t)
	mallOK(t, old, "mallDetail", withPassword(password))
	code := operatorCode(t, old)
	fresh := newDevice(t, old)
	for range carrier.MaxCodeEntries {
		mallRefused(t, fresh, reason.CodeFirst, "mallNext", codeIs(code))
	}
	mallRefused(t, fresh, reason.CodeFirst, "mallCode", body{})
	mallOK(t, old, "mallNext", codeIs(code))
	until(t, old, "succeeded")
}
