package media

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Page is a part of the walk over everything that is stored.
type Page struct {
	// Kind and After say where the part begins: behind an object of a kind. The zero value is the beginning of all.
	Kind  Kind   `json:"kind,omitempty"`
	After string `json:"after,omitempty"`
}

// ErrUnknown says that more objects have no row than are to be removed.
var ErrUnknown = errors.New("too many objects have no row")

// Orphans are the objects of a page that no living row names.
type Orphans struct {
	// Looked is how many objects were old enough to be looked at.
	Looked int
	// Erased are those whose row says so: what removes them has not come to them. Unknown are those that never got a row, as
	// far as this database knows.
	Erased, Unknown int
	// Next is the page behind; nil after the last.
	Next *Page
}

// CountPage looks at up to size objects from a page on, those that were put there before a moment of the store's clock.
// ErrForeign where the bucket is another deployment's.
func (s *Store) CountPage(ctx context.Context, db postgres.DB, page Page, size int, before time.Time) (Orphans, error) {
	found, _, err := s.orphans(ctx, db, page.first(), size, before)
	return found, err
}

// SweepPage is CountPage and removes what it finds: what a process left that died between the bytes and their row, and what
// was erased and not removed. Where more than some are unknown it removes nothing: ErrUnknown.
func (s *Store) SweepPage(ctx context.Context, db postgres.DB, page Page, size int, before time.Time, unknown int) (Orphans, error) {
	page = page.first()
	found, ids, err := s.orphans(ctx, db, page, size, before)
	if err != nil {
		return Orphans{}, err
	}
	if found.Unknown > unknown {
		return Orphans{}, fmt.Errorf("media: sweep: %w", ErrUnknown)
	}
	for _, id := range ids {
		if err := s.Remove(ctx, page.Kind, id); err != nil {
			return Orphans{}, err
		}
	}
	return found, nil
}

// first is the page itself, or the first of all for the zero value.
func (p Page) first() Page {
	if p.Kind == "" {
		p.Kind = Kinds[0]
	}
	return p
}

// orphans are those of a page, counted and by their ids.
func (s *Store) orphans(ctx context.Context, db postgres.DB, page Page, size int, before time.Time) (Orphans, []uuid.UUID, error) {
	if err := s.owned(ctx, s.bucket(page.Kind)); err != nil {
		return Orphans{}, nil, err
	}
	old, last, err := s.objectsBefore(ctx, page, size, before)
	if err != nil {
		return Orphans{}, nil, err
	}
	found := Orphans{Looked: len(old), Next: following(page.Kind, last)}
	without, err := withoutRow(ctx, db, page.Kind, old)
	if err != nil {
		return Orphans{}, nil, err
	}
	ids := make([]uuid.UUID, len(without))
	for i, o := range without {
		ids[i] = o.ID
		if o.Erased {
			found.Erased++
		} else {
			found.Unknown++
		}
	}
	return found, ids, nil
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

// orphan is an object that no living row of its kind names; Erased tells that one did.
type orphan struct {
	ID     uuid.UUID
	Erased bool
}

// withoutRow are those ids that no living row of the kind has.
func withoutRow(ctx context.Context, db postgres.DB, kind Kind, ids []uuid.UUID) ([]orphan, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return postgres.Rows[orphan]("media: sweep", `
		SELECT stored.id, f.id IS NOT NULL AS erased FROM unnest($1::uuid[]) AS stored (id)
		LEFT JOIN file_object f ON f.id = stored.id AND f.kind = $2
		WHERE f.id IS NULL OR f.erased_at IS NOT NULL`, ids, kind).Read(ctx, db)
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
