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

// ErrLost is returned for a file that has a row but no bytes: a person has to investigate.
var ErrLost = errors.New("the file has a row but no object in the store")

// unread returns why the bytes of a row could not be read. Either the store is unreachable or failed, or the object does not
// exist, which no retry helps. In the second case the file was erased after its row was read, or its bytes are lost.
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
