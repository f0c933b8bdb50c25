package member

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Device is a browser or an installed app on which a member has logged in.
type Device struct {
	ID uuid.UUID
	// Label is the user agent of its first request.
	Label      string
	Trusted    bool
	LoggedInAt time.Time
	SeenAt     time.Time
}

// Devices lists the devices with a session, the most recently seen first.
func (m *Members) Devices(ctx context.Context, db postgres.DB, member uuid.UUID) ([]Device, error) {
	all, err := postgres.Rows[Device]("member: devices", `
		SELECT d.id, d.label, d.trusted_at IS NOT NULL AS trusted, max(s.created_at) AS logged_in_at, d.seen_at
		FROM session s JOIN device d ON d.id = s.device_id
		WHERE s.member_id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2
		GROUP BY d.id ORDER BY d.seen_at DESC, d.id`, member, m.Clock.Now()).Read(ctx, db)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].SeenAt = m.LastSeen.latest(all[i].ID, all[i].SeenAt)
	}
	slices.SortStableFunc(all, func(a, b Device) int { return b.SeenAt.Compare(a.SeenAt) })
	return all, nil
}

// LogOutDevice ends the sessions of one of the member's devices and revokes its trust, its key for face checks and its request for
// approval, so that it needs the second fact again. It returns DeviceNotFound for an unknown device or one of another member, and
// SessionEnded if the caller's session has ended. Repeating it is no error.
func (m *Members) LogOutDevice(ctx context.Context, db postgres.DB, s Session, device uuid.UUID) error {
	out, err := postgres.OneRow[struct{ Found, Valid bool }]("member: log a device out", reason.System,
		logOutDevice(` AND `+sessionValid(`$4`))+`, `+sessionValid(`$4`)+` AS valid`, s.MemberID, device, m.Clock.Now(), s.SessionID).
		After(endApprovals+`AND device_id = $2 AND `+sessionValid(`$3`), s.MemberID, device, s.SessionID).After(lockMember, s.MemberID).Read(ctx, db)
	switch {
	case err != nil:
		return err
	case !out.Valid:
		return reason.New(reason.SessionEnded)
	case !out.Found:
		return reason.New(reason.DeviceNotFound)
	}
	return nil
}

// IsSessionValid reports whether a session has not ended. Query it under QueueLock.
func IsSessionValid(session uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("member: is session valid", `SELECT `+sessionValid(`$1`), session)
}

// sessionValid returns the condition that the session with the given argument has not ended.
func sessionValid(session string) string {
	return `EXISTS (SELECT FROM session own WHERE own.id = ` + session + ` AND own.revoked_at IS NULL)`
}

// revokeTrust removes the trust and the key for face checks from devices, so that they need the second fact again.
const revokeTrust = `UPDATE device SET trusted_at = NULL, face_key = NULL, face_key_at = NULL `

// logOutDevice ends the sessions of device $2 of member $1 at time $3 and revokes its trust and its key. more is an additional
// condition on the device. The result column found reports whether there was such a device.
func logOutDevice(more string) string {
	return `
		WITH own AS (
			` + revokeTrust + `WHERE id = $2 AND member_id = $1` + more + ` RETURNING id
		), ended AS (
			UPDATE session SET revoked_at = $3 FROM own WHERE session.device_id = own.id AND revoked_at IS NULL
		)
		SELECT EXISTS (SELECT FROM own) AS found`
}

// LogOutOthers is LogOutDevice for all devices but the caller's. It also ends the caller's other sessions. It returns
// SessionEnded, and changes nothing, if the caller's session has ended: a newer login must not be logged out by an old one.
func (m *Members) LogOutOthers(ctx context.Context, db postgres.DB, s Session) error {
	valid := sessionValid(`$3`)
	logOut := `
		WITH others AS (
			` + revokeTrust + `WHERE member_id = $1 AND id <> $2 AND trusted_at IS NOT NULL AND ` + valid + `
		), ended AS (
			UPDATE session SET revoked_at = $4 WHERE member_id = $1 AND id <> $3 AND revoked_at IS NULL AND ` + valid + `
		)
		SELECT ` + valid
	stillValid, err := postgres.Value[bool]("member: log the others out", logOut, s.MemberID, s.DeviceID, s.SessionID, m.Clock.Now()).
		After(endApprovals+`AND device_id <> $2 AND `+valid, s.MemberID, s.DeviceID, s.SessionID).After(lockMember, s.MemberID).Read(ctx, db)
	if err != nil {
		return err
	}
	if !stillValid {
		return reason.New(reason.SessionEnded)
	}
	return nil
}

// endApprovals expires the requests of devices that are being logged out or become trusted in another way.
const endApprovals = `UPDATE device_approval SET state = 'expired' WHERE member_id = $1 AND state = 'waiting' `

// lockMember must come before every lock on the member's devices, sessions and requests. It serializes logins, remote logouts and
// changes of trust, so that each sees the results of the earlier ones.
const lockMember = `SELECT FROM member WHERE id = $1 FOR NO KEY UPDATE`

// QueueLock locks a member's row until the transaction ends. A login updates the row first. So a login in progress has stored its
// device before what is queued after QueueLock, and a later one sees the changes.
func QueueLock(b *pgx.Batch, member uuid.UUID) { b.Queue(lockMember, member) }

// QueueRequireSession is QueueLock for changes that outlast the session that makes them: the batch fails with SessionEnded if the
// session has ended since it was looked up. So nothing of a session takes effect after its remote logout was confirmed. Queue it
// in a transaction, before every other lock.
func QueueRequireSession(b *pgx.Batch, member, session uuid.UUID) {
	QueueLock(b, member)
	b.Queue(`SELECT FROM session WHERE id = $1 AND revoked_at IS NULL`, session).Exec(orElse(reason.SessionEnded))
}

// RequireSession returns a query that runs after QueueRequireSession.
func RequireSession[T any](member, session uuid.UUID, q postgres.Query[T]) postgres.Query[T] {
	return postgres.Combine("member: require a session", func(b *pgx.Batch) func() (T, error) {
		QueueRequireSession(b, member, session)
		answer := q.Queue(b)
		return func() (T, error) { return answer.Get(), nil }
	})
}

// QueueRequireTrust is QueueRequireSession for what a device's holder says about themselves: the batch also fails with
// SecondFactNeeded if an identity has been proved on another device since the device was looked up, because its holder may be
// another person.
func QueueRequireTrust(b *pgx.Batch, member, session, device uuid.UUID) {
	QueueRequireSession(b, member, session)
	b.Queue(`SELECT FROM device WHERE id = $2 AND (trusted_at IS NOT NULL OR NOT `+ondevice.Proved+`)`, member, device).
		Exec(orElse(reason.SecondFactNeeded))
}

// QueueRevokeOtherTrust revokes the trust of all other devices, because an identity was just proved on this one and the others may
// belong to the number's previous owner. Queue it after QueueLock; otherwise a device that is just logging in is missed.
func QueueRevokeOtherTrust(b *pgx.Batch, member, device uuid.UUID) {
	b.Queue(revokeTrust+`WHERE member_id = $1 AND id <> $2 AND trusted_at IS NOT NULL`, member, device)
}
