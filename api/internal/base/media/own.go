package media

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// QueueRequireOwner checks in a batch that a file is the member's own and of a kind. When it is not, closing the batch
// gives the field FileNotFound (somebody else's, or erased) or FileKindWrong.
func QueueRequireOwner(b *pgx.Batch, member uuid.UUID, kind Kind, field string, id uuid.UUID) {
	b.Queue(`SELECT (SELECT kind = $3 FROM file_object WHERE id = $1 AND member_id = $2 AND erased_at IS NULL)`, id, member, kind).
		QueryRow(func(row pgx.Row) error {
			var right *bool
			if err := row.Scan(&right); err != nil {
				return err
			}
			switch {
			case right == nil:
				return reason.InvalidField(field, reason.FileNotFound)
			case !*right:
				return reason.InvalidField(field, reason.FileKindWrong)
			}
			return nil
		})
}
