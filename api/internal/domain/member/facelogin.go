package member

import (
	"context"
	"encoding/base64"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// faceSession derives the token of a session from the token of the face check that opened it. A client that repeats the request,
// because no answer came, gets the same session and not a second one.
func (m *Members) faceSession(faceToken string) string {
	return base64.RawURLEncoding.EncodeToString(m.Hasher.Hash("face_session", faceToken))
}

// QueueOpenByFace opens a session after a passed face check, on the trusted device that made it. The device's earlier sessions end.
func (m *Members) QueueOpenByFace(b *pgx.Batch, memberID, device uuid.UUID, appProductID, faceToken string) {
	now := m.Clock.Now()
	b.Queue(`
		WITH seen AS (
			UPDATE device SET seen_at = $5 WHERE id = $2
		), ended AS (
			UPDATE session SET revoked_at = $5 WHERE device_id = $2 AND member_id = $3 AND revoked_at IS NULL
		)
		INSERT INTO session (token_hash, member_id, device_id, app_product_id, opened_by, created_at, expires_at)
		VALUES ($1, $3, $2, $4, 'face', $5, $6)`,
		secret.TokenHash(m.faceSession(faceToken)), device, memberID, appProductID, now, now.Add(SessionLife))
}

// OpenedByFace returns the session that a face check has opened, or nil if it has ended.
func (m *Members) OpenedByFace(ctx context.Context, db postgres.DB, faceToken string) (*Login, error) {
	token := m.faceSession(faceToken)
	const find = `SELECT member_id FROM session WHERE token_hash = $1 AND revoked_at IS NULL AND expires_at > $2`
	found, err := postgres.Column[uuid.UUID]("member: opened by face", find, secret.TokenHash(token), m.Clock.Now()).Read(ctx, db)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &Login{Token: token, MemberID: found[0]}, nil
}

// QueueFaceFresh makes a session fresh by a face check until the returned time. It replaces the freshness by a code.
func QueueFaceFresh(b *pgx.Batch, session uuid.UUID, now time.Time) time.Time {
	until := now.Add(FreshLife)
	b.Queue(`UPDATE session SET fresh_until = $2, fresh_for = $3 WHERE id = $1 AND revoked_at IS NULL`, session, until, int(FaceCheck))
	return until
}

// FreshByFace returns until when a face check keeps a session fresh, or nil if it does not.
func FreshByFace(ctx context.Context, db postgres.DB, session uuid.UUID) (*time.Time, error) {
	const find = `SELECT fresh_until FROM session WHERE id = $1 AND revoked_at IS NULL AND fresh_for = $2`
	found, err := postgres.Column[*time.Time]("member: fresh by face", find, session, int(FaceCheck)).Read(ctx, db)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], nil
}
