package member

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// household is a member with a trusted device in use, a second trusted one, and a new one that waits for approval. All are logged in.
type household struct {
	id, own, second, fresh uuid.UUID
	session                map[uuid.UUID]uuid.UUID
	approval               uuid.UUID
	phone                  string
}

func newHousehold(t *testing.T, m *Members, phone string) household {
	t.Helper()
	h := household{id: uuid.New(), own: uuid.New(), second: uuid.New(), fresh: uuid.New(), approval: uuid.New(), session: map[uuid.UUID]uuid.UUID{}, phone: phone}
	now := m.Clock.Now()
	b := &pgx.Batch{}
	b.Queue(`INSERT INTO member (id, region, phone, phone_hash, lang, created_at) VALUES ($1, 'vi', $2, $3, 'vi', $4)`, h.id, phone, m.PhoneHash(phone), now)
	for _, device := range []uuid.UUID{h.own, h.second, h.fresh} {
		var trusted *time.Time
		if device != h.fresh {
			trusted = &now
		}
		session := uuid.New()
		h.session[device] = session
		b.Queue(`INSERT INTO device (id, member_id, hash, label, trusted_at, face_key, face_key_at, created_at, seen_at)
			VALUES ($1, $2, $3, 'a phone', $4, CASE WHEN $4::timestamptz IS NOT NULL THEN '\x01'::bytea END, $4, $5, $5)`, device, h.id, device[:], trusted, now)
		b.Queue(`INSERT INTO session (id, token_hash, member_id, device_id, app_product_id, created_at, expires_at) VALUES ($1, $2, $3, $4, '20005', $5, $6)`,
			session, session[:], h.id, device, now, now.Add(SessionLife))
	}
	b.Queue(`INSERT INTO device_approval (id, member_id, device_id, digits, address, network, asked_at, expires_at) VALUES ($1, $2, $3, '42', '', '', $4, $5)`,
		h.approval, h.id, h.fresh, now, now.Add(ApprovalLife))
	require.NoError(t, postgres.Send(t.Context(), m.Pool, b))
	_, _, err := m.issueCode(t.Context(), m.Pool, phone, CodeConfirm, m.askedOn(h.own), nil, now)
	require.NoError(t, err)
	return h
}

// on returns the session of one of the devices.
func (h household) on(device uuid.UUID) Session {
	return Session{SessionID: h.session[device], MemberID: h.id, DeviceID: device, Trusted: device != h.fresh, OpenedAt: time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)}
}

// rows returns everything stored about the member.
func (h household) rows(t *testing.T, m *Members) []string {
	t.Helper()
	rows, err := m.Pool.Query(t.Context(), `
		SELECT x::text FROM member x WHERE id = $1
		UNION ALL SELECT x::text FROM device x WHERE member_id = $1
		UNION ALL SELECT x::text FROM session x WHERE member_id = $1
		UNION ALL SELECT x::text FROM device_approval x WHERE member_id = $1
		UNION ALL SELECT x::text FROM account_deletion x WHERE member_id = $1
		UNION ALL SELECT x::text FROM sms_code x WHERE phone_hash = $2 ORDER BY 1`, h.id, m.PhoneHash(h.phone))
	require.NoError(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return all
}

// state returns what can be done on each device ("trusted", "new"; "out" after a logout), the number of sessions that have not
// ended, and the state of the request.
func (h household) state(t *testing.T, m *Members) (state string) {
	t.Helper()
	require.NoError(t, m.Pool.QueryRow(t.Context(), `
		SELECT concat_ws(' ', (SELECT string_agg(CASE WHEN NOT EXISTS (SELECT FROM session s WHERE s.device_id = d.id AND s.revoked_at IS NULL) THEN 'out '
				ELSE '' END || CASE WHEN d.trusted_at IS NULL THEN 'new' ELSE 'trusted' END || CASE WHEN d.face_key IS NULL THEN '' ELSE '+face' END, ', '
				ORDER BY array_position($2::uuid[], d.id)) FROM device d WHERE d.member_id = $1),
			'|', (SELECT count(*) FROM session WHERE member_id = $1 AND revoked_at IS NULL), (SELECT state FROM device_approval WHERE id = $3),
			(SELECT status FROM member WHERE id = $1 AND status <> 'active'))`, h.id, []uuid.UUID{h.own, h.second, h.fresh}, h.approval).Scan(&state))
	return state
}

// What a member does with their devices, number and account leaves those of other members unchanged.
func TestActionsOfAMemberChangeNoOtherMember(t *testing.T) {
	t.Parallel()
	m, at := sender(t, &fakeGateway{})
	other, active := newHousehold(t, m, "0912345600"), newHousehold(t, m, "0912345698")
	at.Advance(time.Minute)
	send := func(t *testing.T, fill func(b *pgx.Batch)) error {
		t.Helper()
		b := &pgx.Batch{}
		fill(b)
		return postgres.Send(t.Context(), m.Pool, b)
	}
	approval := func(t *testing.T, h household) Approval {
		t.Helper()
		tx := postgrestest.Begin(t, m.Pool)
		a, err := LockApproval(h.on(h.own), h.approval).Read(t.Context(), tx)
		require.NoError(t, err)
		require.NoError(t, tx.Rollback(t.Context()))
		return a
	}
	leaving := func(t *testing.T, h household) {
		t.Helper()
		require.NoError(t, send(t, func(b *pgx.Batch) { QueueRequestDeletion(b, h.id, at.Now(), at.Now().Add(time.Hour)) }))
	}
	leaving(t, other)
	before, beforeActive := other.rows(t, m), active.rows(t, m)

	const all = "trusted+face, trusted+face, new | 3 waiting"
	for i, c := range []struct {
		name  string
		after string
		do    func(t *testing.T, h household) error
	}{
		{"nothing", all, func(*testing.T, household) error { return nil }},
		{"another device is logged out", "trusted+face, out new, new | 2 waiting", func(t *testing.T, h household) error {
			return m.LogOutDevice(t.Context(), m.Pool, h.on(h.own), h.second)
		}},
		{"the new device is logged out", "trusted+face, trusted+face, out new | 2 expired", func(t *testing.T, h household) error {
			return m.LogOutDevice(t.Context(), m.Pool, h.on(h.own), h.fresh)
		}},
		{"all others are logged out", "trusted+face, out new, out new | 1 expired", func(t *testing.T, h household) error { return m.LogOutOthers(t.Context(), m.Pool, h.on(h.own)) }},
		{"logout", "out trusted+face, trusted+face, new | 2 waiting", func(t *testing.T, h household) error { return m.Logout(t.Context(), h.session[h.own]) }},
		{"offline logout", "out trusted+face, trusted+face, new | 2 waiting", func(t *testing.T, h household) error {
			id := h.session[h.own]
			return m.EndSession(t.Context(), id[:])
		}},
		{"an operator ends the sessions", "out trusted+face, out trusted+face, out new | 0 waiting", func(t *testing.T, h household) error {
			_, err := EndSessions(h.id, at.Now()).Read(t.Context(), m.Pool)
			return err
		}},
		{"an identity is proved", "trusted+face, new, new | 3 waiting", func(t *testing.T, h household) error {
			return send(t, func(b *pgx.Batch) { QueueRevokeOtherTrust(b, h.id, h.own) })
		}},
		{"the number has another owner", "out new, out new, out new | 0 expired", func(t *testing.T, h household) error {
			return send(t, func(b *pgx.Batch) { QueueLogOut(b, h.id, at.Now()) })
		}},
		{"approved", "trusted+face, trusted+face, trusted | 3 approved", func(t *testing.T, h household) error {
			a := approval(t, h)
			return send(t, func(b *pgx.Batch) { QueueApprove(b, a, h.own, at.Now()) })
		}},
		{"refused", "trusted+face, trusted+face, out new | 2 refused", func(t *testing.T, h household) error {
			a := approval(t, h)
			return send(t, func(b *pgx.Batch) { QueueRefuse(b, a, h.own, at.Now()) })
		}},
		{"wrong digits", all, func(t *testing.T, h household) error {
			a := approval(t, h)
			return send(t, func(b *pgx.Batch) { require.False(t, QueueWrongDigits(b, a, h.own, at.Now())) })
		}},
		{"a login by face", "trusted+face, trusted+face, new | 3 waiting", func(t *testing.T, h household) error {
			return send(t, func(b *pgx.Batch) { m.QueueOpenByFace(b, h.id, h.own, "20005", h.id.String()) })
		}},
		{"a face check", all, func(t *testing.T, h household) error {
			return send(t, func(b *pgx.Batch) { QueueFaceFresh(b, h.session[h.own], at.Now()) })
		}},
		{"a new key", all, func(t *testing.T, h household) error {
			return pgx.BeginFunc(t.Context(), m.Pool, func(tx pgx.Tx) error {
				replaced, err := SetFaceKey(t.Context(), tx, h.id, h.own, []byte{2}, at.Now())
				require.True(t, replaced)
				return err
			})
		}},
		{"the deletion is requested", all + " deleting", func(t *testing.T, h household) error { leaving(t, h); return nil }},
		{"the deletion is withdrawn", all, func(t *testing.T, h household) error {
			leaving(t, h)
			return send(t, func(b *pgx.Batch) { QueueEndDeletion(b, h.id, DeletionWithdrawn, at.Now()) })
		}},
		{"the account is erased", "out new, out new, out new | 0 deleted", func(t *testing.T, h household) error {
			leaving(t, h)
			require.NoError(t, send(t, func(b *pgx.Batch) { QueueLeave(b, h.id, at.Now()) }))
			ended, err := EndErasure(h.id, nil, at.Now()).Read(t.Context(), m.Pool)
			require.True(t, ended)
			return err
		}},
		{"the number is given up", all, func(t *testing.T, h household) error {
			return send(t, func(b *pgx.Batch) { m.QueueGiveUpNumber(b, h.id, h.phone) })
		}},
		{"the number is changed", all, func(t *testing.T, h household) error {
			return send(t, func(b *pgx.Batch) {
				m.QueueMoveNumber(b, h.id, h.phone, "0987654321")
				m.QueueForgetCodes(b, h.phone, "0987654321")
			})
		}},
	} {
		h := newHousehold(t, m, fmt.Sprintf("09123456%02d", i+1))
		require.NoError(t, c.do(t, h), c.name)
		require.Equal(t, c.after, h.state(t, m), c.name)
		require.Equal(t, before, other.rows(t, m), c.name)
		require.Equal(t, beforeActive, active.rows(t, m), c.name)
	}

	// Nothing of another member can be named either.
	h := newHousehold(t, m, "0912345699")
	own := h.rows(t, m)
	require.Equal(t, reason.DeviceNotFound, reason.Of(m.LogOutDevice(t.Context(), m.Pool, h.on(h.own), other.second)))
	tx := postgrestest.Begin(t, m.Pool)
	_, err := LockApproval(h.on(h.own), other.approval).Read(t.Context(), tx)
	require.Equal(t, reason.ApprovalOver, reason.Of(err))
	_, err = SetFaceKey(t.Context(), tx, h.id, other.own, []byte{2}, at.Now())
	require.Equal(t, reason.DeviceNotFound, reason.Of(err))
	require.NoError(t, tx.Rollback(t.Context()))
	key, err := FaceKey(h.id, other.own).Read(t.Context(), m.Pool)
	require.NoError(t, err)
	require.Nil(t, key)
	devices, err := m.Devices(t.Context(), m.Pool, h.id)
	require.NoError(t, err)
	require.Len(t, devices, 3)
	require.Equal(t, before, other.rows(t, m))
	require.Equal(t, own, h.rows(t, m))
}

// A session that has ended can log nothing out, and a request for approval is answered from a trusted device of the member only
// while the requesting device is logged in.
func TestEndedSessionsAnswerNothing(t *testing.T) {
	t.Parallel()
	m, at := sender(t, &fakeGateway{})
	pending := func(h household, device uuid.UUID) bool {
		a, err := PendingApproval(h.on(device), at.Now()).Read(t.Context(), m.Pool)
		require.NoError(t, err)
		return a != nil && a.ID == h.approval
	}
	lock := func(h household, device uuid.UUID) reason.Reason {
		tx := postgrestest.Begin(t, m.Pool)
		_, err := LockApproval(h.on(device), h.approval).Read(t.Context(), tx)
		require.NoError(t, tx.Rollback(t.Context()))
		return reason.Of(err)
	}
	reachable := func(h household) bool {
		found, err := m.reachable(h.on(h.fresh), at.Now()).Read(t.Context(), m.Pool)
		require.NoError(t, err)
		return found
	}
	newHousehold(t, m, "0912345601")
	h := newHousehold(t, m, "0912345602")
	require.True(t, pending(h, h.own))
	require.False(t, pending(h, h.fresh), "a device does not approve itself")
	require.Equal(t, reason.ApprovalOver, lock(h, h.fresh))
	require.Empty(t, lock(h, h.own))
	require.True(t, reachable(h))

	require.NoError(t, m.Logout(t.Context(), h.session[h.own]))
	before := h.rows(t, m)
	require.Equal(t, reason.SessionEnded, reason.Of(m.LogOutDevice(t.Context(), m.Pool, h.on(h.own), h.second)))
	require.Equal(t, reason.SessionEnded, reason.Of(m.LogOutOthers(t.Context(), m.Pool, h.on(h.own))))
	require.Equal(t, reason.SessionEnded, lock(h, h.own))
	require.Equal(t, before, h.rows(t, m))
	require.True(t, reachable(h), "the second device is still logged in")
	devices, err := m.Devices(t.Context(), m.Pool, h.id)
	require.NoError(t, err)
	require.Len(t, devices, 2)
	require.NoError(t, m.Logout(t.Context(), h.session[h.fresh]))
	require.False(t, pending(h, h.second), "the requesting device has logged out")
	require.Equal(t, reason.ApprovalOver, lock(h, h.second))
	require.NoError(t, m.Logout(t.Context(), h.session[h.second]))
	require.False(t, reachable(h))

	late := newHousehold(t, m, "0912345603")
	at.Advance(ApprovalLife - time.Microsecond)
	require.True(t, pending(late, late.own))
	at.Advance(time.Microsecond)
	require.False(t, pending(late, late.own), "the request has expired")
	at.Set(at.Now().Add(SessionLife))
	require.False(t, reachable(late), "the sessions have expired")
	devices, err = m.Devices(t.Context(), m.Pool, late.id)
	require.NoError(t, err)
	require.Empty(t, devices)
}

// Another device can approve a request if it is trusted, in use, and not the one that asks.
func TestRequestIsApprovedByAnotherTrustedDeviceInUse(t *testing.T) {
	t.Parallel()
	m, at := sender(t, &fakeGateway{})
	newHousehold(t, m, "0912345601")
	h := newHousehold(t, m, "0912345602")
	reachable := func(from uuid.UUID) bool {
		found, err := m.reachable(h.on(from), at.Now()).Read(t.Context(), m.Pool)
		require.NoError(t, err)
		return found
	}
	require.True(t, reachable(h.own))
	m.SessionIdle = time.Hour
	at.Advance(time.Hour - time.Microsecond)
	require.True(t, reachable(h.own))
	at.Advance(time.Microsecond)
	require.False(t, reachable(h.own), "no device was seen within the hour")
	m.SessionIdle = 0
	require.True(t, reachable(h.own))
	require.NoError(t, m.Logout(t.Context(), h.session[h.second]))
	require.False(t, reachable(h.own), "the only other device in use is not trusted")
	require.True(t, reachable(h.fresh))
}

// Each member has one request that waits. An overdue one makes room for the next; one that was answered keeps its answer.
func TestNewRequestExpiresOverdueOnesOfItsMember(t *testing.T) {
	t.Parallel()
	m, at := sender(t, &fakeGateway{})
	other, h := newHousehold(t, m, "0912345601"), newHousehold(t, m, "0912345602")
	stored := func(h household) []Approval {
		all, err := asked(h.id, at.Now()).Read(t.Context(), m.Pool)
		require.NoError(t, err)
		return all
	}
	request := func() Approval {
		b := &pgx.Batch{}
		a := QueueRequestApproval(b, h.on(h.fresh), Caller{}, at.Now())
		require.NoError(t, postgres.Send(t.Context(), m.Pool, b))
		return a
	}
	require.Len(t, stored(h), 1)
	before := other.rows(t, m)
	at.Advance(ApprovalLife)
	second := request()
	require.Equal(t, ApprovalExpired, stored(h)[1].State)
	b := &pgx.Batch{}
	QueueApprove(b, second, h.own, at.Now())
	require.NoError(t, postgres.Send(t.Context(), m.Pool, b))
	pending, err := PendingApproval(h.on(h.second), at.Now()).Read(t.Context(), m.Pool)
	require.NoError(t, err)
	require.Nil(t, pending, "it was answered")
	at.Advance(ApprovalLife)
	third := request()
	all := stored(h)
	require.Len(t, all, 3)
	require.Equal(t, []uuid.UUID{third.ID, second.ID, h.approval}, []uuid.UUID{all[0].ID, all[1].ID, all[2].ID}, "the newest comes first")
	require.Equal(t, ApprovalApproved, all[1].State)
	require.Equal(t, before, other.rows(t, m))
	at.Advance(24*time.Hour - 2*ApprovalLife)
	require.Len(t, stored(h), 2, "requests count for a day")
}

// A number is moved only from the member who has it. An account that is leaving keeps its number, and one that has left stays as it is.
func TestAccountChangesOnlyFromTheExpectedState(t *testing.T) {
	t.Parallel()
	m, at := sender(t, &fakeGateway{})
	h, other := newHousehold(t, m, "0912345601"), newHousehold(t, m, "0912345602")
	try := func(fill func(b *pgx.Batch)) reason.Reason {
		b := &pgx.Batch{}
		fill(b)
		return reason.Of(postgres.Send(t.Context(), m.Pool, b))
	}
	giveUp := func(phone string) reason.Reason {
		return try(func(b *pgx.Batch) { m.QueueGiveUpNumber(b, h.id, phone) })
	}
	move := func(phone string) reason.Reason {
		return try(func(b *pgx.Batch) { m.QueueMoveNumber(b, h.id, phone, "0987654321") })
	}
	leave := func() reason.Reason {
		return try(func(b *pgx.Batch) { QueueRequestDeletion(b, h.id, at.Now(), at.Now()) })
	}
	stay := func() reason.Reason {
		return try(func(b *pgx.Batch) { QueueEndDeletion(b, h.id, DeletionWithdrawn, at.Now()) })
	}
	unchanged := func(call func() reason.Reason, want reason.Reason) {
		t.Helper()
		before, beside := h.rows(t, m), other.rows(t, m)
		require.Equal(t, want, call())
		require.Equal(t, before, h.rows(t, m))
		require.Equal(t, beside, other.rows(t, m))
	}
	unchanged(func() reason.Reason { return giveUp(other.phone) }, reason.StateChanged)
	unchanged(func() reason.Reason { return move(other.phone) }, reason.StateChanged)
	unchanged(stay, reason.StateChanged)
	require.Empty(t, try(func(b *pgx.Batch) { QueueLeave(b, h.id, at.Now().Add(-time.Hour)) }))
	require.Contains(t, h.state(t, m), "| 0", "the devices are logged out")
	require.NotContains(t, h.state(t, m), "deleted", "nobody asked for the deletion of the account")

	require.Empty(t, leave())
	unchanged(leave, reason.AccountDeleting)
	unchanged(func() reason.Reason { return giveUp(h.phone) }, reason.StateChanged)
	unchanged(func() reason.Reason { return move(h.phone) }, reason.StateChanged)
	require.Empty(t, try(func(b *pgx.Batch) { QueueLeave(b, h.id, at.Now()) }))
	require.Contains(t, h.state(t, m), "deleted")
	unchanged(leave, reason.AccountDeleting)
	unchanged(stay, reason.StateChanged)
	ended := func() bool {
		done, err := EndErasure(h.id, nil, at.Now()).Read(t.Context(), m.Pool)
		require.NoError(t, err)
		return done
	}
	require.True(t, ended())
	require.False(t, ended())
}

// A face check opens a session only with the key of a trusted device of an active member, and its result is that of its own session.
func TestFaceKeyIsThatOfATrustedDeviceOfAnActiveMember(t *testing.T) {
	t.Parallel()
	m, at := sender(t, &fakeGateway{})
	h, other := newHousehold(t, m, "0912345601"), newHousehold(t, m, "0912345602")
	exec := func(sql string, args ...any) {
		_, err := m.Pool.Exec(t.Context(), sql, args...)
		require.NoError(t, err)
	}
	// The devices have names.
	for _, device := range []uuid.UUID{h.own, h.second, h.fresh, other.own} {
		exec(`UPDATE device SET hash = $2 WHERE id = $1`, device, m.deviceHash(device.String()))
	}
	found := func(phone string, device uuid.UUID) (uuid.UUID, bool) {
		d, err := m.FaceDevice(t.Context(), m.Pool, phone, device.String())
		require.NoError(t, err)
		key, err := FaceKey(h.id, device).Read(t.Context(), m.Pool)
		require.NoError(t, err)
		if d == nil {
			return uuid.Nil, key != nil
		}
		require.Equal(t, h.id, d.MemberID)
		return d.DeviceID, key != nil
	}
	check := func(phone string, device, want uuid.UUID, key bool) {
		t.Helper()
		named, has := found(phone, device)
		require.Equal(t, want, named)
		require.Equal(t, key, has)
	}
	check(h.phone, h.own, h.own, true)
	check(h.phone, h.second, h.second, true)
	check(h.phone, h.fresh, uuid.Nil, false)
	check(h.phone, other.own, uuid.Nil, false)
	check("0912345699", h.own, uuid.Nil, true)
	exec(`UPDATE device SET face_key = NULL, face_key_at = NULL WHERE id = $1`, h.second)
	check(h.phone, h.second, uuid.Nil, false)

	mayReplace := func(session uuid.UUID) bool {
		may, err := m.MaySetFaceKey(t.Context(), m.Pool, Session{SessionID: session})
		require.NoError(t, err)
		return may
	}
	require.True(t, mayReplace(h.session[h.own]), "the login was just now")
	require.False(t, mayReplace(uuid.New()))
	b := &pgx.Batch{}
	m.QueueOpenByFace(b, h.id, h.own, "20005", "a token")
	m.QueueOpenByFace(b, other.id, other.own, "20005", "another token")
	until := QueueFaceFresh(b, h.session[h.second], at.Now())
	require.NoError(t, postgres.Send(t.Context(), m.Pool, b))
	opened := func(token string) *Login {
		login, err := m.OpenedByFace(t.Context(), m.Pool, token)
		require.NoError(t, err)
		return login
	}
	require.Equal(t, h.id, opened("a token").MemberID)
	require.Equal(t, other.id, opened("another token").MemberID)
	require.Nil(t, opened("unknown"))
	s, err := m.Find(t.Context(), opened("a token").Token)
	require.NoError(t, err)
	require.Equal(t, h.id, s.MemberID)
	require.Equal(t, h.own, s.DeviceID)
	require.False(t, mayReplace(s.SessionID), "a face check does not replace its own key")
	fresh := func(session uuid.UUID) *time.Time {
		until, err := FreshByFace(t.Context(), m.Pool, session)
		require.NoError(t, err)
		return until
	}
	require.True(t, until.Equal(*fresh(h.session[h.second])))
	require.Nil(t, fresh(s.SessionID))
	exec(`UPDATE session SET fresh_for = $2 WHERE id = $1`, h.session[h.second], int(CodeConfirm))
	require.Nil(t, fresh(h.session[h.second]), "a code is not a face check")
	require.NoError(t, m.Logout(t.Context(), s.SessionID))
	require.Nil(t, opened("a token"), "the session has ended")
	_, err = m.Find(t.Context(), m.faceSession("a token"))
	require.Equal(t, reason.SessionEnded, reason.Of(err))

	at.Advance(FreshLife)
	require.False(t, mayReplace(h.session[h.fresh]), "the login is too long ago")
	at.Set(at.Now().Add(SessionLife))
	require.Nil(t, opened("another token"), "the session has expired")
	_, err = m.Find(t.Context(), m.faceSession("another token"))
	require.Equal(t, reason.SessionEnded, reason.Of(err))
	b = &pgx.Batch{}
	QueueRequestDeletion(b, h.id, at.Now(), at.Now())
	require.NoError(t, postgres.Send(t.Context(), m.Pool, b))
	check(h.phone, h.own, uuid.Nil, false)
}
