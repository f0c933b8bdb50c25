package api_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// slowFact is the second fact with a hook that runs right before the comparison.
type slowFact struct {
	kyc.SecondFact
	before func(db postgres.DB)
}

func (s slowFact) Matches(ctx context.Context, db postgres.DB, who uuid.UUID, last4 string) (bool, error) {
	s.before(db)
	return s.SecondFact.Matches(ctx, db, who, last4)
}

// membersOf returns the member service on a stack's database.
func membersOf(stack *apptest.Stack, fact member.SecondFact) *member.Members {
	app := stack.Apps[0]
	return member.New(member.Deps{
		Pool: app.Pool, Clock: app.Clock, Region: app.Region, Hasher: app.Hasher, Limiter: app.Limiter, SecondFact: fact,
	})
}

// trustedAndOpen returns the member's devices that are trusted or have a key, and those with an open session.
func trustedAndOpen(t testing.TB, c *apptest.Client) (trusted, open []uuid.UUID) {
	t.Helper()
	require.NoError(t, c.Stack.Pool.QueryRow(t.Context(), `
		SELECT coalesce(array_agg(id) FILTER (WHERE trusted_at IS NOT NULL OR face_key IS NOT NULL), '{}'),
			coalesce(array_agg(id) FILTER (WHERE EXISTS (SELECT FROM session s WHERE s.device_id = device.id AND s.revoked_at IS NULL)), '{}')
		FROM device WHERE member_id = $1`, c.MemberID).Scan(&trusted, &open))
	return trusted, open
}

// whileLoggedOut makes a call while the transaction that logs its device out has not committed yet.
func whileLoggedOut(t *testing.T, stack *apptest.Stack, logOut func(m *member.Members, tx pgx.Tx) error, call func() apptest.Answer) apptest.Answer {
	t.Helper()
	tx, err := stack.Pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(t.Context()) }()
	require.NoError(t, logOut(membersOf(stack, kyc.SecondFact{}), tx))
	return postgrestest.Behind(t, tx, call)
}

// When a remote logout and a second fact come at the same time, in either order, the device is not trusted.
func TestConcurrentLogoutAndSecondFactLeaveDeviceUntrusted(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	for name, logOut := range map[string]func(m *member.Members, db postgres.DB, by, of member.Session) error{
		"of one device": func(m *member.Members, db postgres.DB, by, of member.Session) error {
			return m.LogOutDevice(t.Context(), db, by, of.DeviceID)
		},
		"of all other devices": func(m *member.Members, db postgres.DB, by, _ member.Session) error {
			return m.LogOutOthers(t.Context(), db, by)
		},
	} {
		ready := func(t *testing.T) (fresh *apptest.Client, by, of member.Session) {
			old, fresh := twoPhones(t, stack)
			fresh.AskIn(t)
			stack.Advance(t, member.ApprovalLife)
			m := membersOf(stack, kyc.SecondFact{})
			by, err := m.Find(t.Context(), old.Token)
			require.NoError(t, err)
			of, err = m.Find(t.Context(), fresh.Token)
			require.NoError(t, err)
			return fresh, by, of
		}
		t.Run("logout "+name+" before the second fact", func(t *testing.T) {
			fresh, by, of := ready(t)
			answer := whileLoggedOut(t, stack, func(m *member.Members, tx pgx.Tx) error { return logOut(m, tx, by, of) }, func() apptest.Answer {
				return fresh.Call(t, "memberSecondFact", body{"idLast4": "0999"})
			})
			require.Equal(t, reason.SessionEnded, answer.Failure.Reason, "%s", answer.Body)
			trusted, _ := trustedAndOpen(t, fresh)
			require.Equal(t, []uuid.UUID{by.DeviceID}, trusted)
		})
		t.Run("second fact before the logout "+name, func(t *testing.T) {
			fresh, by, of := ready(t)
			done := make(chan error, 1)
			m := membersOf(stack, slowFact{before: func(db postgres.DB) {
				go func() { done <- logOut(membersOf(stack, kyc.SecondFact{}), stack.Pool, by, of) }()
				assert.Eventually(t, func() bool {
					tx, inside := db.(pgx.Tx)
					return len(done) > 0 || inside && postgrestest.Blocks(t, tx)
				}, 30*time.Second, 5*time.Millisecond)
			}})
			require.NoError(t, m.NameSecondFact(t.Context(), of, "0999", func(*pgx.Batch, time.Time) {}))
			require.NoError(t, <-done)
			trusted, open := trustedAndOpen(t, fresh)
			require.Equal(t, []uuid.UUID{by.DeviceID}, trusted)
			require.Equal(t, trusted, open)
		})
	}
}

// A request to log out other devices is refused if its own device has logged in again since, because the session of the
// request has then ended as well.
func TestEndedSessionCannotLogOutOtherDevices(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old, fresh := twoPhones(t, stack)
	m := membersOf(stack, kyc.SecondFact{})
	before, err := m.Find(t.Context(), old.Token)
	require.NoError(t, err)
	other, err := m.Find(t.Context(), fresh.Token)
	require.NoError(t, err)
	old.Token = loginAgain(t, old)
	trusted, open := trustedAndOpen(t, old)
	require.ErrorIs(t, m.LogOutOthers(t.Context(), stack.Pool, before), reason.New(reason.SessionEnded))
	require.ErrorIs(t, m.LogOutDevice(t.Context(), stack.Pool, before, other.DeviceID), reason.New(reason.SessionEnded))
	stillTrusted, after := trustedAndOpen(t, old)
	require.ElementsMatch(t, open, after)
	require.ElementsMatch(t, trusted, stillTrusted)
}

// Of two phones that log each other out at the same time, one stays logged in: a session that has just ended cannot log
// others out.
func TestConcurrentMutualLogoutKeepsOneDevice(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t)
	old, fresh := twoPhones(t, stack)
	old.LetIn(t, fresh)
	m := membersOf(stack, kyc.SecondFact{})
	by, err := m.Find(t.Context(), old.Token)
	require.NoError(t, err)
	other := deviceOf(t, fresh)
	answer := whileLoggedOut(t, stack, func(m *member.Members, tx pgx.Tx) error {
		return m.LogOutDevice(t.Context(), tx, by, other)
	}, func() apptest.Answer { return fresh.Call(t, "memberLogOutDevices", body{"deviceId": by.DeviceID}) })
	require.Equal(t, reason.SessionEnded, answer.Failure.Reason, "%s", answer.Body)
	trusted, open := trustedAndOpen(t, old)
	require.Equal(t, []uuid.UUID{by.DeviceID}, open)
	require.Equal(t, open, trusted)
}

// A face login on a device that is being logged out opens no session there.
func TestFaceLoginDuringLogoutOpensNoSession(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t)
	p := m.known(t)
	p.Enrol(t)
	token, _ := p.Steps(t, "login")
	own, err := membersOf(m.Stack, kyc.SecondFact{}).Find(t.Context(), p.Token)
	require.NoError(t, err)
	answer := whileLoggedOut(t, m.Stack, func(members *member.Members, tx pgx.Tx) error {
		return members.LogOutDevice(t.Context(), tx, own, own.DeviceID)
	}, func() apptest.Answer { return p.Call(t, "memberFaceCheckLiveness", body{"faceToken": token}) })
	require.Equal(t, reason.FaceNotEnrolled, answer.Failure.Reason, "%s", answer.Body)
	trusted, open := trustedAndOpen(t, p.Client)
	require.Empty(t, trusted)
	require.Empty(t, open)
}

// When all of this happens at the same time in any process, there is no deadlock, which the database of the tests
// reports, and no device without a session is trusted.
func TestConcurrentTrustAndLogoutTrustOnlyOpenDevices(t *testing.T) {
	t.Parallel()
	m, _ := faceMarket(t, apptest.Processes(2))
	p := m.known(t)
	p.Enrol(t)
	tablet := newDevice(t, p.Client)
	p.LetIn(t, tablet)
	asks := newDevice(t, p.Client)
	asks.AskIn(t)
	m.Advance(t, member.ApprovalLife)
	last4 := p.Phone[len(p.Phone)-4:]
	fresh := []*apptest.Client{asks}
	for range 2 {
		fresh = append(fresh, newDevice(t, p.Client))
	}
	late := m.Client(t)
	late.Phone = p.Phone
	m.AdvanceWall(24 * time.Hour)
	late.SendCode(t, 200)
	code := m.Code(t, p.Phone)
	token, _ := p.Steps(t, "login")
	listed := devicesOf(t, tablet)
	fresh[1].AskIn(t)
	request := tablet.Pending(t)

	var group sync.WaitGroup
	for _, c := range fresh {
		group.Go(func() { c.Call(t, "memberSecondFact", body{"idLast4": last4}) })
		group.Go(func() { c.Call(t, "memberAskApproval", body{}) })
	}
	for _, d := range listed {
		group.Go(func() { tablet.Call(t, "memberLogOutDevices", body{"deviceId": d.DeviceID}) })
	}
	group.Go(func() { p.Call(t, "memberLogOutDevices", body{}) })
	group.Go(func() { p.Call(t, "memberFaceCheckLiveness", body{"faceToken": token}) })
	group.Go(func() { tablet.Call(t, "memberAnswerApproval", refuse(request)) })
	group.Go(func() { late.Call(t, "memberSmsLogin", login(late.Phone, code)) })
	group.Wait()
	trusted, open := trustedAndOpen(t, p.Client)
	require.Subset(t, open, trusted)
}
