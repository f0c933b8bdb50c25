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

// Page is a position in the walk over all stored objects.
type Page struct {
	// Kind and After are where the page begins: after an object of a kind. The zero value is the start of the walk.
	Kind  Kind   `json:"kind,omitempty"`
	After string `json:"after,omitempty"`
}

// ErrUnknown is returned if more objects without a row are found than may be removed.
var ErrUnknown = errors.New("too many objects have no row")

// Orphans counts the objects of a page that have no row, or only an erased one.
type Orphans struct {
	// Looked is how many objects were old enough to be checked.
	Looked int
	// Erased is how many have an erased row: their removal has not run yet. Unknown is how many never had a row, as far as this
	// database knows.
	Erased, Unknown int
	// Next is the following page; nil after the last.
	Next *Page
}

// CountPage checks up to size objects from a page on, of which it considers those stored before a time by the store's clock. It
// returns ErrForeign if the bucket belongs to another deployment.
func (s *Store) CountPage(ctx context.Context, db postgres.DB, page Page, size int, before time.Time) (Orphans, error) {
	found, _, err := s.orphans(ctx, db, page.first(), size, before)
	return found, err
}

// SweepPage is CountPage and also removes the objects it finds: bytes of a process that died before it wrote the row, and bytes
// of erased files. If more than unknown objects never had a row, it removes nothing and returns ErrUnknown.
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

// first returns the page itself, or the start of the walk for the zero value.
func (p Page) first() Page {
	if p.Kind == "" {
		p.Kind = Kinds[0]
	}
	return p
}

// orphans returns the orphans of a page, as counts and as ids.
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

// objectsBefore returns the objects among the next size of a page that are older than before; last is empty at the end of the
// kind.
func (s *Store) objectsBefore(ctx context.Context, page Page, size int, before time.Time) (old []uuid.UUID, last string, err error) {
	client, err := s.reach()
	if err != nil {
		return nil, "", err
	}
	// Cancelling ctx frees the resources of the listing if it is not read to its end.
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	seen := 0
	for object := range client.ListObjectsIter(ctx, s.bucket(page.Kind), minio.ListObjectsOptions{StartAfter: page.After, MaxKeys: size}) {
		if object.Err != nil {
			return nil, "", unavailable(object.Err)
		}
		// An object whose name is not an id of ours must not be removed.
		if id, err := uuid.Parse(object.Key); err == nil && object.LastModified.Before(before) {
			old = append(old, id)
		}
		if seen++; seen == size {
			return old, object.Key, nil
		}
	}
	return old, "", nil
}

// orphan is an object without a row of its kind, or with an erased one (Erased).
type orphan struct {
	ID     uuid.UUID
	Erased bool
}

// withoutRow returns the ids that have no row of the kind, or an erased one.
func withoutRow(ctx context.Context, db postgres.DB, kind Kind, ids []uuid.UUID) ([]orphan, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return postgres.Rows[orphan]("media: sweep", `
		SELECT stored.id, f.id IS NOT NULL AS erased FROM unnest($1::uuid[]) AS stored (id)
		LEFT JOIN file_object f ON f.id = stored.id AND f.kind = $2
		WHERE f.id IS NULL OR f.erased_at IS NOT NULL`, ids, kind).Read(ctx, db)
}

// following returns the page after the last object seen, or the start of the next kind; nil after the last kind.
func following(kind Kind, last string) *Page {
	if last != "" {
		return &Page{Kind: kind, After: last}
	}
	if next := slices.Index(Kinds, kind) + 1; next < len(Kinds) {
		return &Page{Kind: Kinds[next]}
	}
	return nil
}
