package member

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Device is a browser or an installed app on which a member is logged in.
type Device struct {
	ID uuid.UUID
	// Label is the user agent that it came with.
	Label      string
	Trusted    bool
	LoggedInAt time.Time
	SeenAt     time.Time
}

// Devices are those with a session, the one that was seen last first.
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
		all[i].SeenAt = m.Sightings.latest(all[i].ID, all[i].SeenAt)
	}
	slices.SortStableFunc(all, func(a, b Device) int { return b.SeenAt.Compare(a.SeenAt) })
	return all, nil
}

// LogOutDevice ends the sessions of one of the member's devices and trusts it no longer: whoever holds it has to name the
// second fact again, its key for face checks ends, and so does its request to be let in. One of somebody else's, or of
// nobody, is DeviceNotFound; a second time is no error. SessionEnded when the caller was logged out meanwhile.
func (m *Members) LogOutDevice(ctx context.Context, db postgres.DB, s Session, device uuid.UUID) error {
	out, err := postgres.OneRow[struct{ Found, Valid bool }]("member: log a device out", reason.System,
		logOutDevice(` AND `+sessionValid(`$4`))+`, `+sessionValid(`$4`)+` AS valid`, s.MemberID, device, m.Clock.Now(), s.SessionID).
		After(endApprovals+`AND device_id = $2 AND `+sessionValid(`$3`), s.MemberID, device, s.SessionID).After(holdMember, s.MemberID).Read(ctx, db)
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

// sessionValid is the condition that a session, named by an argument, has not ended.
func sessionValid(session string) string {
	return `EXISTS (SELECT FROM session own WHERE own.id = ` + session + ` AND own.revoked_at IS NULL)`
}

// revokeTrust takes the trust and the key for face checks from devices: whoever holds one has to name the second fact again.
const revokeTrust = `UPDATE device SET trusted_at = NULL, face_key = NULL, face_key_at = NULL `

// logOutDevice ends the sessions of a member's ($1) device ($2) at an instant ($3), and takes its trust and its key. more is a
// further condition on the device; found tells whether there was such a device.
func logOutDevice(more string) string {
	return `
		WITH own AS (
			` + revokeTrust + `WHERE id = $2 AND member_id = $1` + more + ` RETURNING id
		), ended AS (
			UPDATE session SET revoked_at = $3 FROM own WHERE session.device_id = own.id AND revoked_at IS NULL
		)
		SELECT EXISTS (SELECT FROM own) AS found`
}

// LogOutOthers is LogOutDevice for every device but the caller's; it also ends the caller's own older sessions. SessionEnded
// when the caller was logged out meanwhile: a newer log-in of theirs is none of the others.
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
		After(endApprovals+`AND device_id <> $2 AND `+valid, s.MemberID, s.DeviceID, s.SessionID).After(holdMember, s.MemberID).Read(ctx, db)
	if err != nil {
		return err
	}
	if !stillValid {
		return reason.New(reason.SessionEnded)
	}
	return nil
}

// endApprovals ends the requests of devices that are being logged out, or are being trusted without one.
const endApprovals = `UPDATE device_approval SET state = 'expired' WHERE member_id = $1 AND state = 'waiting' `

// holdMember comes before every lock on the member's devices, sessions and requests: of a log-in, a log-out from afar and
// whatever trusts a device, one comes first and the others see it.
const holdMember = `SELECT FROM member WHERE id = $1 FOR NO KEY UPDATE`

// QueueHold holds a member's row until the transaction ends. A log-in writes it first: one that is under way has its device
// written before what is queued behind this, and one that comes later sees what was done meanwhile.
func QueueHold(b *pgx.Batch, member uuid.UUID) { b.Queue(holdMember, member) }

// QueueRequireSession is QueueHold for what lasts beyond the log-in that does it: closing the batch gives SessionEnded when that
// has ended since it was looked up. A log-out from afar that somebody has heard of is behind nothing of the session. Queue it
// in a transaction, before every other lock.
func QueueRequireSession(b *pgx.Batch, member, session uuid.UUID) {
	QueueHold(b, member)
	b.Queue(`SELECT FROM session WHERE id = $1 AND revoked_at IS NULL`, session).Exec(orElse(reason.SessionEnded))
}

// RequireSession is a query behind QueueRequireSession.
func RequireSession[T any](member, session uuid.UUID, q postgres.Query[T]) postgres.Query[T] {
	return postgres.Together("member: require a session", func(b *pgx.Batch) func() (T, error) {
		QueueRequireSession(b, member, session)
		answer := q.Queue(b)
		return func() (T, error) { return answer.Get(), nil }
	})
}

// QueueRevokeOtherTrust takes the trust from every other device: an identity was just proved on this one, and who holds the
// others may be whoever had the number before. Queue it behind QueueHold, or a device that is just logging in is missed.
func QueueRevokeOtherTrust(b *pgx.Batch, member, device uuid.UUID) {
	b.Queue(revokeTrust+`WHERE member_id = $1 AND id <> $2 AND trusted_at IS NOT NULL`, member, device)
}
