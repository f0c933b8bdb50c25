package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// rewrapPageSize is how many rows are read at a time.
const rewrapPageSize = 100

// Rewrap re-encrypts the data keys of files that use an older master key, and returns how many it changed. It may be stopped
// and run again at any point: the row names the old key until the object has been replaced, and the object itself names the key
// that it needs. A file whose bytes are missing or damaged does not stop it: ErrLost is returned after all others are done.
func (s *Store) Rewrap(ctx context.Context, db postgres.DB) (changed int, err error) {
	var lost error
	err = postgres.Walk(ctx, db, func(after Erased) postgres.Query[[]Erased] {
		return postgres.Rows[Erased]("media: rewrap", `
			SELECT id, kind FROM file_object
			WHERE id > $1 AND key_id <> $2 AND erased_at IS NULL ORDER BY id LIMIT $3`, after.ID, s.ring.Current(), rewrapPageSize)
	}, func(page []Erased) error {
		for _, file := range page {
			switch err := s.rewrap(ctx, db, file.Kind, file.ID); {
			case err == nil:
				changed++
			case errors.Is(err, ErrLost):
				lost = err
			case reason.Of(err) != reason.FileNotFound:
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = lost
	}
	return changed, err
}

func (s *Store) rewrap(ctx context.Context, db postgres.DB, kind Kind, id uuid.UUID) error {
	object, err := s.client.GetObject(ctx, s.bucket(kind), id.String(), minio.GetObjectOptions{})
	if err != nil {
		return unavailable(err)
	}
	defer object.Close()
	sealed, err := io.ReadAll(object)
	if err != nil {
		return s.unread(ctx, db, id, err)
	}
	rewrapped, old, err := s.ring.Rewrap(sealed, owner(id))
	if err != nil {
		return s.unopened(ctx, db, id, err)
	}
	if old {
		options := minio.PutObjectOptions{ContentType: "application/octet-stream"}
		if _, err := s.client.PutObject(ctx, s.bucket(kind), id.String(), bytes.NewReader(rewrapped), int64(len(rewrapped)), options); err != nil {
			return unavailable(err)
		}
	}
	tag, err := db.Exec(ctx, `UPDATE file_object SET key_id = $2 WHERE id = $1 AND erased_at IS NULL`, id, s.ring.Current())
	if err != nil {
		return fmt.Errorf("media: rewrap: %w", postgres.Reason(err))
	}
	if tag.RowsAffected() == 0 {
		// The file was erased meanwhile, and its bytes may have been removed before they were written again here.
		return s.Remove(ctx, kind, id)
	}
	return nil
}
