package media

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Erased is a file whose bytes have to be removed.
type Erased struct {
	ID   uuid.UUID `json:"id"`
	Kind Kind      `json:"kind"`
}

// Erase marks a member's files of the given kinds as erased; from then on they cannot be read. The caller removes the bytes
// with Remove, in a job inserted in the same transaction. at is business time.
func Erase(ctx context.Context, db postgres.DB, member uuid.UUID, at time.Time, kinds ...Kind) ([]Erased, error) {
	return erase(ctx, db, `member_id = $1 AND kind = ANY ($3::text[])`, member, at, kinds)
}

// ErasePage is Erase for at most limit files; a shorter result means that these were the last.
func ErasePage(ctx context.Context, db postgres.DB, member uuid.UUID, at time.Time, limit int, kinds ...Kind) ([]Erased, error) {
	return erase(ctx, db, `id = ANY (ARRAY(SELECT id FROM file_object WHERE member_id = $1 AND kind = ANY ($3::text[]) AND erased_at IS NULL LIMIT $4))`,
		member, at, kinds, limit)
}

// EraseFiles is Erase for files of a member by their ids.
func EraseFiles(ctx context.Context, db postgres.DB, member uuid.UUID, at time.Time, ids ...uuid.UUID) ([]Erased, error) {
	return erase(ctx, db, `member_id = $1 AND id = ANY ($3::uuid[])`, member, at, ids)
}

// EraseOldFaces is Erase for face pictures of all members that were uploaded before a time, except those in keep: at most
// limit, oldest first.
func EraseOldFaces(ctx context.Context, db postgres.DB, before, at time.Time, keep []uuid.UUID, limit int) ([]Erased, error) {
	return erase(ctx, db, `id = ANY (ARRAY(
		SELECT id FROM file_object WHERE kind = 'face' AND created_at < $1 AND erased_at IS NULL AND id <> ALL ($3::uuid[])
		ORDER BY created_at LIMIT $4))`, before, at, keep, limit)
}

func erase(ctx context.Context, db postgres.DB, which string, args ...any) ([]Erased, error) {
	rows, err := db.Query(ctx, `UPDATE file_object SET erased_at = $2 WHERE `+which+` AND erased_at IS NULL RETURNING id, kind`, args...)
	if err != nil {
		return nil, fmt.Errorf("media: erase: %w", postgres.Reason(err))
	}
	erased, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Erased])
	if err != nil {
		return nil, fmt.Errorf("media: erase: %w", postgres.Reason(err))
	}
	return erased, nil
}
