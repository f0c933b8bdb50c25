package media

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/minio/minio-go/v7"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Page is a part of the walk over everything that is stored.
type Page struct {
	// Kind and After say where the part begins: behind an object of a kind. The zero value is the beginning of all.
	Kind  Kind   `json:"kind,omitempty"`
	After string `json:"after,omitempty"`
}

// SweepPage looks at up to size objects from a page on, and removes those that were put there before a moment of the
// store's clock and that no living row names: what a process left that died between the bytes and their row, and what was
// erased and not removed. It tells how many went, and the next page; nil after the last.
func (s *Store) SweepPage(ctx context.Context, db postgres.DB, page Page, size int, before time.Time) (removed int, next *Page, err error) {
	if page.Kind == "" {
		page.Kind = Kinds[0]
	}
	old, last, err := s.objectsBefore(ctx, page, size, before)
	if err != nil {
		return 0, nil, err
	}
	orphans, err := orphans(ctx, db, page.Kind, old)
	if err != nil {
		return 0, nil, err
	}
	for _, id := range orphans {
		if err := s.Remove(ctx, page.Kind, id); err != nil {
			return removed, nil, err
		}
		removed++
	}
	return removed, following(page.Kind, last), nil
}

// objectsBefore lists up to size objects of a page, those older than before; last is empty at the end of the kind.
func (s *Store) objectsBefore(ctx context.Context, page Page, size int, before time.Time) (old []uuid.UUID, last string, err error) {
	client, err := s.reach()
	if err != nil {
		return nil, "", err
	}
	// What the listing holds ends with ctx, also where it is not read to its end.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	seen := 0
	for object := range client.ListObjectsIter(ctx, s.bucket(page.Kind), minio.ListObjectsOptions{StartAfter: page.After, MaxKeys: size}) {
		if object.Err != nil {
			return nil, "", unavailable(object.Err)
		}
		// What is not named as we name files is not ours to remove.
		if id, err := uuid.Parse(object.Key); err == nil && object.LastModified.Before(before) {
			old = append(old, id)
		}
		if seen++; seen == size {
			return old, object.Key, nil
		}
	}
	return old, "", nil
}

// orphans are those ids that no living row of the kind has.
func orphans(ctx context.Context, db postgres.DB, kind Kind, ids []uuid.UUID) ([]uuid.UUID, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := db.Query(ctx, `
		SELECT id FROM unnest($1::uuid[]) AS stored (id)
		WHERE NOT EXISTS (SELECT FROM file_object f WHERE f.id = stored.id AND f.kind = $2 AND f.erased_at IS NULL)`, ids, kind)
	if err != nil {
		return nil, fmt.Errorf("media: sweep: %w", postgres.Reason(err))
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, fmt.Errorf("media: sweep: %w", postgres.Reason(err))
	}
	return found, nil
}

// following is the page behind the last object that was seen, or the beginning of the next kind.
func following(kind Kind, last string) *Page {
	if last != "" {
		return &Page{Kind: kind, After: last}
	}
	if next := slices.Index(Kinds, kind) + 1; next < len(Kinds) {
		return &Page{Kind: Kinds[next]}
	}
	return nil
}
