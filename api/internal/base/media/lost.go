package media

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// ErrLost is returned for a file whose row has no usable object in the store: it does not exist, or its bytes are not those
// that were stored. A person has to investigate.
var ErrLost = errors.New("the file has a row but no undamaged object in the store")

// errDamaged is the cause of ErrLost if there is an object.
var errDamaged = errors.New("the content differs from what was stored")

// unread returns why the bytes of a row could not be read. Either the store is unreachable or failed, or the object does not
// exist, which no retry helps.
func (s *Store) unread(ctx context.Context, db postgres.DB, id uuid.UUID, err error) error {
	if minio.ToErrorResponse(err).Code != minio.NoSuchKey {
		return unavailable(err)
	}
	return s.gone(ctx, db, id, err)
}

// unopened returns why the bytes of a row could not be opened: a key is missing from the configuration, or they are damaged.
func (s *Store) unopened(ctx context.Context, db postgres.DB, id uuid.UUID, err error) error {
	if errors.Is(err, secret.ErrNoKey) {
		return fmt.Errorf("media: %s: %w", id, err)
	}
	return s.gone(ctx, db, id, fmt.Errorf("%w: %w", errDamaged, err))
}

// gone returns the error for bytes that no retry brings back: the file was erased after its row was read, or its bytes are lost.
func (s *Store) gone(ctx context.Context, db postgres.DB, id uuid.UUID, err error) error {
	const stands = `SELECT EXISTS (SELECT FROM file_object WHERE id = $1 AND erased_at IS NULL)`
	kept, asked := postgres.Value[bool]("media: lost", stands, id).Read(ctx, db)
	if asked != nil {
		return asked
	}
	none := reason.New(reason.FileNotFound)
	if !kept {
		return none
	}
	if s.lost != nil {
		s.lost(id)
	}
	return none.Because(fmt.Errorf("media: %s: %w: %w", id, ErrLost, err))
}
