package face

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// Opening is a check to be opened.
type Opening struct {
	Scene        Scene
	MemberID     uuid.UUID
	DeviceID     uuid.UUID
	SessionID    *uuid.UUID
	AppProductID string
}

// lockMember takes a lock on the checks of a member.
const lockMember = `SELECT pg_advisory_xact_lock(hashtextextended('face:' || $1::text, 0))`

// QueueLockMember serializes the checks of a member until the transaction ends, so that two that end at the same time are both counted.
func QueueLockMember(b *pgx.Batch, member uuid.UUID) { b.Queue(lockMember, member) }

// QueueOpen opens a check and returns its token, of which only the hash is stored. The device's open check, if any, is ended,
// because a device has one check at a time.
func QueueOpen(b *pgx.Batch, o Opening, p Pace, now time.Time) (c Check, token string) {
	QueueGiveUp(b, o.MemberID, o.DeviceID, now)
	token, hash := secret.NewToken()
	nonce, _ := secret.NewToken()
	b.Queue(`
		INSERT INTO face_check (token_hash, scene, member_id, device_id, session_id, app_product_id, state, nonce, steps, opened_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, 'opened', $7, $8, $9, $10)`,
		hash, o.Scene, o.MemberID, o.DeviceID, o.SessionID, o.AppProductID, nonce, Draw(p.Steps), now, now.Add(p.Check))
	return Check{Nonce: nonce, ExpiresAt: now.Add(p.Check)}, token
}

const columns = `id, scene, member_id, device_id, session_id, app_product_id, state, result, nonce, pictures, steps, position, tries, step_nonce,
	earliest, latest, claimed_at, answered_nonce, guidance, progress_enc, file_id, opened_at, expires_at, ended_at`

// Lock locks the checks of the member whose check has this token, and reads that check for an update with its progress decrypted,
// all in one round trip. An unknown token is FaceTokenExpired.
func (f *Faces) Lock(token string) postgres.Query[*Check] {
	hash := secret.TokenHash(token)
	// Two statements, because the second must begin after the lock is held.
	const lock = `SELECT pg_advisory_xact_lock(hashtextextended('face:' || member_id::text, 0)) FROM face_check WHERE token_hash = $1`
	return f.check(`WHERE token_hash = $1 FOR NO KEY UPDATE`, hash).After(lock, hash)
}

// Find reads the check with a token, without a lock.
func (f *Faces) Find(ctx context.Context, db postgres.DB, token string) (*Check, error) {
	return f.check(`WHERE token_hash = $1`, secret.TokenHash(token)).Read(ctx, db)
}

func (f *Faces) check(where string, args ...any) postgres.Query[*Check] {
	type row struct {
		Check
		ProgressEnc []byte
	}
	found := postgres.OneRow[row]("face: check", reason.FaceTokenExpired, `SELECT `+columns+` FROM face_check `+where, args...)
	return postgres.Then(found, func(r row) (*Check, error) {
		c := r.Check
		if r.ProgressEnc == nil {
			return &c, nil
		}
		var err error
		if c.progress, err = f.keyring.Open(r.ProgressEnc, progressOwner(c.ID)); err != nil {
			return nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		return &c, nil
	})
}

// Progress returns the provider's data about the check.
func (c *Check) Progress() []byte { return c.progress }

// QueueSave stores a check that Lock has read.
func (f *Faces) QueueSave(b *pgx.Batch, c *Check) {
	var sealed []byte
	if c.progress != nil {
		sealed = f.keyring.Seal(c.progress, progressOwner(c.ID))
	}
	b.Queue(`
		UPDATE face_check SET state = $2, result = $3, position = $4, tries = $5, step_nonce = $6, earliest = $7, latest = $8,
			claimed_at = $9, answered_nonce = $10, guidance = $11, progress_enc = $12, file_id = $13, ended_at = $14, pictures = $15, expires_at = $16
		WHERE id = $1`, c.ID, c.State, c.Result, c.Position, c.Tries, c.StepNonce, c.Earliest, c.Latest, c.ClaimedAt,
		c.AnsweredNonce, c.Guidance, sealed, c.FileID, c.EndedAt, c.Pictures, c.ExpiresAt)
}

// RecordFrames stores the hashes of frames and reports whether the member has shown any of them before.
func RecordFrames(ctx context.Context, tx pgx.Tx, member uuid.UUID, hashes [][]byte, now time.Time) (seen bool, err error) {
	if len(hashes) == 0 {
		return false, nil
	}
	const remember = `
		WITH shown AS (SELECT DISTINCT hash FROM unnest($2::bytea[]) AS hash), kept AS (
			INSERT INTO face_frame (member_id, hash, seen_at) SELECT $1, hash, $3 FROM shown ON CONFLICT DO NOTHING RETURNING hash)
		SELECT (SELECT count(*) FROM kept) < (SELECT count(*) FROM shown)`
	if err := tx.QueryRow(ctx, remember, member, hashes, now).Scan(&seen); err != nil {
		return false, fmt.Errorf("face: frames: %w", postgres.Reason(err))
	}
	return seen, nil
}
