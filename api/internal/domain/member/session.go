package member

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Session is the session of a token.
type Session struct {
	SessionID    uuid.UUID
	MemberID     uuid.UUID
	DeviceID     uuid.UUID
	Region       string
	AppProductID string
	// Phone is the national number.
	Phone       string
	WhiteListed bool
	// Deleting is true once the member has requested the deletion of their account.
	Deleting bool
	// FreshUntil is when the freshness after a verified code or face check ends, or nil if there is none.
	FreshUntil *time.Time
	// FreshFor is the purpose of the freshness. It allows only this purpose.
	FreshFor CodeType
	// Trusted is false until another device approves a new device, or the member gives the second fact on it.
	Trusted bool
	// OpenedAt is the time of the login.
	OpenedAt time.Time
}

// Fresh reports whether the borrower has recently given a proof for this purpose: a code that was sent for it, or a face check.
func (s Session) Fresh(purpose CodeType, now time.Time) bool {
	return s.FreshFor == purpose && s.FreshUntil != nil && now.Before(*s.FreshUntil)
}

// sessionRow is a session as read from its tables.
type sessionRow struct {
	Session
	SeenAt time.Time
}

// sessionOf reads the session of a token's hash with its member and device. It returns nil if the session is unknown, expired or
// revoked, or its member is deleted. It writes nothing.
func sessionOf(tokenHash []byte, now time.Time) postgres.Query[*sessionRow] {
	return postgres.Row[sessionRow]("member: session", `
		SELECT session.id AS session_id, session.member_id, session.device_id, member.region, session.app_product_id, member.phone,
			member.white_listed, member.status = 'deleting' AS deleting, session.fresh_until, coalesce(session.fresh_for, 0) AS fresh_for,
			device.trusted_at IS NOT NULL AS trusted, session.created_at AS opened_at, device.seen_at
		FROM session
		JOIN member ON member.id = session.member_id
		JOIN device ON device.id = session.device_id
		WHERE session.token_hash = $1 AND session.revoked_at IS NULL AND session.expires_at > $2 AND member.status <> 'deleted'`,
		tokenHash, now)
}

// Find returns the session of a token and records a sighting of the device, which is written later. It returns SessionEnded if the
// session is unknown, expired, revoked or idle for longer than SessionIdle, or its member is deleted. It returns DeviceRefused if
// a trusted device has refused the session's device.
func (m *Members) Find(ctx context.Context, token string) (Session, error) {
	now, hash := m.Clock.Now(), secret.TokenHash(token)
	row, err := sessionOf(hash, now).Read(ctx, m.Pool)
	if err != nil {
		return Session{}, fmt.Errorf("member: find a session: %w", err)
	}
	return m.admit(ctx, row, m.alive(row, now), hash, now)
}

// admit returns the session that a look-up has found if it is alive, and otherwise the reason why it has ended.
func (m *Members) admit(ctx context.Context, row *sessionRow, alive bool, tokenHash []byte, now time.Time) (Session, error) {
	if !alive {
		m.recent.Delete([sha256.Size]byte(tokenHash))
		return Session{}, m.whyEnded(ctx, tokenHash)
	}
	m.LastSeen.record(row.DeviceID, row.SeenAt, now, lastSeenPrecision(m.SessionIdle))
	m.recent.Set([sha256.Size]byte(tokenHash), row.Session, now)
	return row.Session, nil
}

// alive reports whether a session that was looked up is still valid.
func (m *Members) alive(row *sessionRow, now time.Time) bool {
	return row != nil && (m.SessionIdle == 0 || m.LastSeen.latest(row.DeviceID, row.SeenAt).After(now.Add(-m.SessionIdle)))
}

// whyEnded returns the error for an ended session: DeviceRefused or SessionEnded.
func (m *Members) whyEnded(ctx context.Context, tokenHash []byte) error {
	refused, err := m.refusedElsewhere(ctx, tokenHash)
	switch {
	case err != nil:
		return err
	case refused:
		return reason.New(reason.DeviceRefused)
	}
	return reason.New(reason.SessionEnded)
}

// Logout ends a session. Ending it twice is no error.
func (m *Members) Logout(ctx context.Context, sessionID uuid.UUID) error {
	const revoke = `UPDATE session SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`
	if _, err := m.Pool.Exec(ctx, revoke, sessionID, m.Clock.Now()); err != nil {
		return fmt.Errorf("member: log out: %w", postgres.Reason(err))
	}
	return nil
}

// EndSession ends the session whose token has this SHA-256 hash. An unknown or ended session is no error. A phone that logged out
// offline keeps only the hash and not the token.
func (m *Members) EndSession(ctx context.Context, tokenHash []byte) error {
	const revoke = `UPDATE session SET revoked_at = $2 WHERE token_hash = $1 AND revoked_at IS NULL`
	if _, err := m.Pool.Exec(ctx, revoke, tokenHash, m.Clock.Now()); err != nil {
		return fmt.Errorf("member: end a session: %w", postgres.Reason(err))
	}
	return nil
}

// CheckCode verifies a code inside a session and returns until when its purpose is allowed. Code and session change in one
// statement, so that a code is never used up without effect.
func (m *Members) CheckCode(ctx context.Context, s Session, kind CodeType, code string) (time.Time, error) {
	now := m.Clock.Now()
	fresh, err := m.judge(ctx, m.Pool, enteredCode{s.Phone, kind, m.askedOn(s.DeviceID), code}, s.SessionID, now)
	if reason.Of(err) == reason.CodeFirst {
		return m.freshAlready(ctx, s, kind, code, now, err)
	}
	if err != nil {
		return time.Time{}, err
	}
	if !fresh {
		return time.Time{}, reason.New(reason.SessionEnded)
	}
	return now.Add(FreshLife), nil
}

// freshAlready returns the end of the freshness that this session got from the same code within usedCodeGrace, because its client may not
// have got the response and must not wait for another code. It grants nothing new.
func (m *Members) freshAlready(ctx context.Context, s Session, kind CodeType, code string, now time.Time, refused error) (time.Time, error) {
	const query = usedNewest + `
		SELECT session.fresh_until FROM newest
		JOIN session ON session.id = $6 AND session.revoked_at IS NULL AND session.fresh_for = $3 AND session.fresh_until = newest.used_at + $8::interval
		WHERE newest.code_hmac = $5 AND newest.used_at > $7`
	known, err := postgres.Column[time.Time]("member: fresh already", query, m.Region.Code, m.PhoneHash(s.Phone), int(kind),
		m.askedOn(s.DeviceID), m.codeHash(s.Phone, kind, code), s.SessionID, now.Add(-usedCodeGrace), FreshLife).Read(ctx, m.Pool)
	if err != nil {
		return time.Time{}, err
	}
	if len(known) == 0 {
		return time.Time{}, refused
	}
	return known[0], nil
}
