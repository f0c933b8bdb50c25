package face

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// QueueWithdraw deletes a member's templates and the data of running checks, because the consent was withdrawn. The outcomes of
// checks stay, because they limit further ones. The pictures are deleted from the object store separately.
func QueueWithdraw(b *pgx.Batch, member uuid.UUID, wall, now time.Time) {
	QueueEnd(b, member, EndConsent, now)
	b.Queue(giveUp, member, wall)
	b.Queue(`DELETE FROM face_frame WHERE member_id = $1`, member)
}

// QueueErase deletes the data of a member who leaves. The enrolment records stay without anything about the face. Data that can be
// large is erased by EraseMany.
func QueueErase(b *pgx.Batch, member uuid.UUID, now time.Time) {
	QueueEnd(b, member, EndConsent, now)
	b.Queue(`UPDATE face_enrolment SET reason = '', file_id = NULL, id_file_id = NULL WHERE member_id = $1`, member)
	b.Queue(`DELETE FROM face_check WHERE member_id = $1`, member)
}

// EraseMany deletes the hashes of a member's frames, in pages. Each page is its own transaction if db is a pool.
func EraseMany(ctx context.Context, db postgres.DB, member uuid.UUID) error {
	_, err := postgres.DeleteAllPages(ctx, db, "face: erase frames",
		`DELETE FROM face_frame WHERE ctid = ANY (ARRAY(SELECT ctid FROM face_frame WHERE member_id = $1 LIMIT $2))`, member)
	return err
}

// Purge ends abandoned checks, so that they keep no encrypted data, and deletes, in pages, the checks and the hashes of frames
// from before the given wall time.
func Purge(ctx context.Context, db postgres.DB, before, now time.Time) (int64, error) {
	const stale = `
		UPDATE face_check SET state = 'failed', result = '003', ended_at = expires_at, progress_enc = NULL, step_nonce = '', claimed_at = NULL
		WHERE ended_at IS NULL AND expires_at < $1`
	if _, err := db.Exec(ctx, stale, now.Add(-claimTimeout)); err != nil {
		return 0, fmt.Errorf("face: purge: %w", postgres.Reason(err))
	}
	checks, err := postgres.DeletePages(ctx, db, "face: purge checks", `
		DELETE FROM face_check WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM face_check WHERE opened_at < $1 AND ended_at IS NOT NULL ORDER BY opened_at LIMIT $2))`, before)
	if err != nil {
		return checks, err
	}
	// A check has many frames.
	frames, err := postgres.DeleteAllPages(ctx, db, "face: purge frames", `
		DELETE FROM face_frame WHERE ctid = ANY (ARRAY(SELECT ctid FROM face_frame WHERE seen_at < $1 ORDER BY seen_at LIMIT $2))`, before)
	return checks + frames, err
}

// PicturesInReview lists the pictures of enrolments under review, which must be kept beyond their retention time.
func PicturesInReview(ctx context.Context, db postgres.DB) ([]uuid.UUID, error) {
	rows, err := db.Query(ctx, `SELECT file_id FROM face_enrolment WHERE state = 'review' AND file_id IS NOT NULL`)
	if err != nil {
		return nil, fmt.Errorf("face: pictures in review: %w", postgres.Reason(err))
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}
