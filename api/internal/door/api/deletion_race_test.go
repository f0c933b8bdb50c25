package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A login that comes while its account is being erased waits for that, and is refused because its code is deleted. There is no
// deadlock, which the database of the tests reports.
func TestLoginDuringErasureIsRefused(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.Login(t)
	requestDeletion(t, c)
	m.Advance(t, wait)
	c.SendCode(t, 200)
	code := m.Code(t, c.Phone)
	// The erasure waits for the credit profile when it has locked the member.
	tx := postgrestest.Begin(t, m.Pool)
	_, err := tx.Exec(t.Context(), `SELECT FROM credit_profile WHERE member_id = $1 FOR NO KEY UPDATE`, c.MemberID)
	require.NoError(t, err)
	erased := make(chan error, 1)
	go func() { _, err := m.Apps[0].Account.Erase(t.Context()); erased <- err }()
	postgrestest.AwaitWaiting(t, m.Pool, 1)
	answers := make(chan apptest.Answer, 1)
	go func() { answers <- c.Call(t, "memberSmsLogin", login(c.Phone, code)) }()
	postgrestest.AwaitWaiting(t, m.Pool, 2)
	require.NoError(t, tx.Commit(t.Context()))
	require.NoError(t, <-erased)
	answer := <-answers
	require.Equal(t, reason.CodeFirst, answer.Failure.Reason, "%s", answer.Body)
	var gone bool
	require.NoError(t, m.Pool.QueryRow(t.Context(), `SELECT status = 'deleted' FROM member WHERE id = $1`, c.MemberID).Scan(&gone))
	require.True(t, gone)
}
