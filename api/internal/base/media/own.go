package media

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// QueueRequireOwner checks in a batch that a file is the member's own, that the device may see it, and of which kind it is.
// When it is not, closing the batch gives the field FileNotFound (somebody else's, or erased) or FileKindWrong. The file
// stays until the transaction ends.
func QueueRequireOwner(b *pgx.Batch, member, device uuid.UUID, kind Kind, field string, id uuid.UUID) {
	// Whose device may see it is asked behind the lock, by a statement of its own: an identity that is proved meanwhile makes it the
	// member's, and one that began before would see the one and not the other.
	b.Queue(`SELECT FROM file_object WHERE id = $1 AND member_id = $2 FOR SHARE`, id, member)
	b.Queue(`SELECT (SELECT kind = $4 FROM file_object WHERE id = $3 AND `+visible+`)`, member, device, id, kind).
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
