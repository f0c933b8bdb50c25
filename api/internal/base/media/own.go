package media

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// QueueRequireOwner checks in a batch that a file belongs to the member, that the device may see it, and that it has the given
// kind. Otherwise closing the batch returns FileNotFound (another member's file, or erased) or FileKindWrong for the field. The
// row is locked until the transaction ends.
func QueueRequireOwner(b *pgx.Batch, member, device uuid.UUID, kind Kind, field string, id uuid.UUID) {
	// Visibility is checked after the lock, in a separate statement: a concurrent proof of identity makes the file visible on
	// all devices, and a statement that began earlier would see only part of that change.
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
