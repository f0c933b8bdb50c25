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

// Session is who a token stands for.
type Session struct {
	SessionID    uuid.UUID
	MemberID     uuid.UUID
	DeviceID     uuid.UUID
	Region       string
	AppProductID string
	// Phone is the national number.
	Phone       string
	WhiteListed bool
	// Deleting is true once the member has asked for the deletion of their account.
	Deleting bool
	// FreshUntil is the end of the minutes after a proved code, nil when none was.
	FreshUntil *time.Time
	// FreshFor is the type of that code: the minutes open what it was sent for and nothing else.
	FreshFor CodeType
	// Trusted is false until a new device was let in by another, or has named the second fact.
	Trusted bool
	// OpenedAt is when the log-in was.
	OpenedAt time.Time
}

// Fresh reports whether the borrower has just given a proof of a kind: a code that was sent for that, or a face check.
func (s Session) Fresh(purpose CodeType, now time.Time) bool {
	return s.FreshFor == purpose && s.FreshUntil != nil && now.Before(*s.FreshUntil)
}

// sessionRow is a session as its tables hold it.
type sessionRow struct {
	Session
	SeenAt time.Time
}

// sessionOf reads the session of a token's hash with its member and device; nil when it is unknown, expired, revoked or of
// a deleted member. It writes nothing.
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

// Find looks a token up and notes that the device was seen, to be written down later. One that is unknown, expired,
// revoked, untouched for longer than SessionIdle, or of a deleted member is SessionEnded; one that a trusted device has
// refused is DeviceRefused.
func (m *Members) Find(ctx context.Context, token string) (Session, error) {
	now, hash := m.Clock.Now(), secret.TokenHash(token)
	row, err := sessionOf(hash, now).Read(ctx, m.Pool)
	if err != nil {
		return Session{}, fmt.Errorf("member: find a session: %w", err)
	}
	return m.admit(ctx, row, m.alive(row, now), hash, now)
}

// admit is the session that a token's look-up has found, where it is alive, and else why it has ended.
func (m *Members) admit(ctx context.Context, row *sessionRow, alive bool, tokenHash []byte, now time.Time) (Session, error) {
	if !alive {
		m.recent.Forget([sha256.Size]byte(tokenHash))
		return Session{}, m.whyEnded(ctx, tokenHash)
	}
	m.Sightings.note(row.DeviceID, row.SeenAt, now, exactness(m.SessionIdle))
	m.recent.Note([sha256.Size]byte(tokenHash), row.Session, now)
	return row.Session, nil
}

// alive reports whether a session that was looked up goes on.
func (m *Members) alive(row *sessionRow, now time.Time) bool {
	return row != nil && (m.SessionIdle == 0 || m.Sightings.latest(row.DeviceID, row.SeenAt).After(now.Add(-m.SessionIdle)))
}

// whyEnded words the end of a session.
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

// Logout ends a session; ending it twice is no error.
func (m *Members) Logout(ctx context.Context, sessionID uuid.UUID) error {
	const revoke = `UPDATE session SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`
	if _, err := m.Pool.Exec(ctx, revoke, sessionID, m.Clock.Now()); err != nil {
		return fmt.Errorf("member: log out: %w", postgres.Reason(err))
	}
	return nil
}

// EndSession ends the session whose token has this SHA-256; ending it twice, or none, is no error. A phone that logged
// out without a network keeps the hash, and the token no longer.
func (m *Members) EndSession(ctx context.Context, tokenHash []byte) error {
	const revoke = `UPDATE session SET revoked_at = $2 WHERE token_hash = $1 AND revoked_at IS NULL`
	if _, err := m.Pool.Exec(ctx, revoke, tokenHash, m.Clock.Now()); err != nil {
		return fmt.Errorf("member: end a session: %w", postgres.Reason(err))
	}
	return nil
}

// CheckCode proves a fresh code inside a session; what the code was sent for may be done until the returned time. Code
// and session change in one statement: a code is never used up for nothing.
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

// freshAlready is the end of the fresh minutes that this very session got from the code a moment ago: the phone never
// heard the answer, and must not wait for another code. Nothing is granted that was not granted then.
func (m *Members) freshAlready(ctx context.Context, s Session, kind CodeType, code string, now time.Time, refused error) (time.Time, error) {
	const query = usedNewest + `
		SELECT session.fresh_until FROM newest
		JOIN session ON session.id = $6 AND session.revoked_at IS NULL AND session.fresh_for = $3 AND session.fresh_until = newest.used_at + $8::interval
		WHERE newest.code_hmac = $5 AND newest.used_at > $7`
	known, err := postgres.Column[time.Time]("member: fresh already", query, m.Region.Code, m.PhoneHash(s.Phone), int(kind),
		m.askedOn(s.DeviceID), m.codeHash(s.Phone, kind, code), s.SessionID, now.Add(-answerGrace), FreshLife).Read(ctx, m.Pool)
	if err != nil {
		return time.Time{}, err
	}
	if len(known) == 0 {
		return time.Time{}, refused
	}
	return known[0], nil
}
