package member

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

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
	// Deleting is true once the member has asked for the deletion of her account.
	Deleting bool
	// FreshUntil is the end of the minutes after a proved code, nil when none was.
	FreshUntil *time.Time
	// Trusted is false until a new device has named the second fact.
	Trusted bool
}

// Find looks a token up, in one query with its member and device. One that is unknown, expired, revoked, or of a
// deleted member is SessionEnded.
func (m *Members) Find(ctx context.Context, token string) (Session, error) {
	const find = `
		SELECT session.id, session.member_id, session.device_id, member.region, session.app_product_id, member.phone,
			member.white_listed, member.status = 'deleting', session.fresh_until, device.trusted_at IS NOT NULL
		FROM session
		JOIN member ON member.id = session.member_id
		JOIN device ON device.id = session.device_id
		WHERE session.token_hash = $1 AND session.revoked_at IS NULL AND session.expires_at > $2
			AND member.status <> 'deleted'`
	var s Session
	err := m.Pool.QueryRow(ctx, find, secret.TokenHash(token), m.Clock.Now()).Scan(&s.SessionID, &s.MemberID, &s.DeviceID,
		&s.Region, &s.AppProductID, &s.Phone, &s.WhiteListed, &s.Deleting, &s.FreshUntil, &s.Trusted)
	if errors.Is(err, pgx.ErrNoRows) {
		return Session{}, reason.New(reason.SessionEnded)
	}
	if err != nil {
		return Session{}, fmt.Errorf("member: find a session: %w", postgres.Reason(err))
	}
	return s, nil
}

// Logout ends a session; ending it twice is no error.
func (m *Members) Logout(ctx context.Context, sessionID uuid.UUID) error {
	const revoke = `UPDATE session SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`
	if _, err := m.Pool.Exec(ctx, revoke, sessionID, m.Clock.Now()); err != nil {
		return fmt.Errorf("member: log out: %w", postgres.Reason(err))
	}
	return nil
}

// CheckCode proves a fresh code inside a session; money and cards may be touched until the returned time.
func (m *Members) CheckCode(ctx context.Context, s Session, kind CodeType, code string) (time.Time, error) {
	now := m.Clock.Now()
	if err := m.VerifyCode(ctx, m.Pool, s.Phone, kind, code, now); err != nil {
		return time.Time{}, err
	}
	return m.Freshen(ctx, m.Pool, s.SessionID, now)
}

// Freshen starts a session's fresh minutes: a code or a face check has just been passed.
func (m *Members) Freshen(ctx context.Context, db postgres.DB, sessionID uuid.UUID, now time.Time) (time.Time, error) {
	const freshen = `UPDATE session SET fresh_until = $2 WHERE id = $1 AND revoked_at IS NULL`
	until := now.Add(FreshLife)
	tag, err := db.Exec(ctx, freshen, sessionID, until)
	if err != nil {
		return time.Time{}, fmt.Errorf("member: freshen a session: %w", postgres.Reason(err))
	}
	if tag.RowsAffected() == 0 {
		return time.Time{}, reason.New(reason.SessionEnded)
	}
	return until, nil
}
