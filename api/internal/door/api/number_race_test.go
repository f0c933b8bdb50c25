package api_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A login that comes at the same time as a change of the number, in either order, leaves no session: it is logged out by the
// change, or its code is deleted. There is no deadlock, which the database of the tests reports.
func TestConcurrentLoginAndNumberChange(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	for _, number := range []string{"old", "new"} {
		for _, first := range []string{"login", "change"} {
			t.Run(first+" first, "+number+" number", func(t *testing.T) {
				old, _, last4 := m.identified(t)
				fresh := m.Login(t)
				moved, given := old.MemberID, fresh.MemberID
				m.AdvanceWall(24 * time.Hour)
				phone := m.Client(t)
				// The first of the two waits until the other one waits as well.
				holds := moved
				if phone.Phone = old.Phone; number == "new" {
					phone.Phone = fresh.Phone
					if first == "login" {
						holds = given
					}
				}
				phone.SendCode(t, 200)
				code := m.Code(t, phone.Phone)
				tx := postgrestest.Begin(t, m.Pool)
				_, err := tx.Exec(t.Context(), `SELECT FROM member WHERE id = $1 FOR NO KEY UPDATE`, holds)
				require.NoError(t, err)
				var answer apptest.Answer
				var said string
				var done bool
				calls := []func(){
					func() { answer = phone.Call(t, "memberSmsLogin", login(phone.Phone, code)) },
					func() { said, done = m.changeNumber(t, old, fresh) },
				}
				if first == "change" {
					calls[0], calls[1] = calls[1], calls[0]
				}
				var all sync.WaitGroup
				for n, call := range calls {
					all.Go(call)
					postgrestest.AwaitWaiting(t, m.Pool, n+1)
				}
				require.NoError(t, tx.Commit(t.Context()))
				all.Wait()
				require.True(t, done, said)

				if first == "change" {
					require.Equal(t, reason.CodeFirst, answer.Failure.Reason, "the codes of both numbers are deleted: %s", answer.Body)
				} else {
					require.True(t, answer.Success, "%s", answer.Body)
					var in contract.LoginData
					readInto(t, answer, &in)
					phone.Token = in.Token
					phone.Refused(t, reason.SessionEnded, "memberQuery", body{})
				}
				loginAgain(t, phone)
				if number == "old" {
					require.NotContains(t, []uuid.UUID{moved, given}, phone.MemberID)
					return
				}
				require.Equal(t, moved, phone.MemberID)
				phone.Refused(t, reason.SecondFactNeeded, "authList", body{})
				phone.OK(t, "memberSecondFact", body{"idLast4": last4}, nil)
			})
		}
	}
}

// A code that is entered while the number is changed meets no deadlock either: both lock the code before the session.
func TestConcurrentCodeAndNumberChange(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	old, _, _ := m.identified(t)
	fresh := m.Login(t)
	m.AdvanceWall(24 * time.Hour)
	old.SendCode(t, 201)
	entered := body{"smsCode": m.Code(t, old.Phone), "type": 201}
	tx := postgrestest.Begin(t, m.Pool)
	_, err := tx.Exec(t.Context(), `SELECT FROM session WHERE member_id = $1 FOR NO KEY UPDATE`, old.MemberID)
	require.NoError(t, err)
	var said string
	var done bool
	var answer apptest.Answer
	var all sync.WaitGroup
	all.Go(func() { said, done = m.changeNumber(t, old, fresh) })
	postgrestest.AwaitWaiting(t, m.Pool, 1)
	all.Go(func() { answer = old.Call(t, "memberCheckSmsCode", entered) })
	postgrestest.AwaitWaiting(t, m.Pool, 2)
	require.NoError(t, tx.Commit(t.Context()))
	all.Wait()
	require.True(t, done, said)
	require.Contains(t, []reason.Reason{reason.CodeFirst, reason.SessionEnded}, answer.Failure.Reason, "%s", answer.Body)
}
