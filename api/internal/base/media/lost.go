package media

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// ErrLost says that a file has a row and no bytes: a person has to find out where they went.
var ErrLost = errors.New("it has a row and no bytes")

// unread is why the bytes of a row could not be read: the store is away or failed; or it answers that it has none, which no
// other try helps. Then they were erased after the row was read, or are lost.
func (s *Store) unread(ctx context.Context, db postgres.DB, id uuid.UUID, err error) error {
	if minio.ToErrorResponse(err).Code != minio.NoSuchKey {
		return unavailable(err)
	}
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
