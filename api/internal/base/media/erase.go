package media

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Erased names a file whose bytes are to be removed.
type Erased struct {
	ID   uuid.UUID `json:"id"`
	Kind Kind      `json:"kind"`
}

// Erase marks a member's files of some kinds as erased; from then on they cannot be read. The caller removes the bytes
// with Remove, by a job inserted in the same transaction. at is business time.
func Erase(ctx context.Context, db postgres.DB, member uuid.UUID, at time.Time, kinds ...Kind) ([]Erased, error) {
	rows, err := db.Query(ctx, `
		UPDATE file_object SET erased_at = $3
		WHERE member_id = $1 AND kind = ANY ($2::text[]) AND erased_at IS NULL
		RETURNING id, kind`, member, kinds, at)
	if err != nil {
		return nil, fmt.Errorf("media: erase: %w", postgres.Reason(err))
	}
	erased, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Erased])
	if err != nil {
		return nil, fmt.Errorf("media: erase: %w", postgres.Reason(err))
	}
	return erased, nil
}
