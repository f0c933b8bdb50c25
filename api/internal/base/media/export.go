package media

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
)

// QueueExport adds to a member's data export the files that the device may see; the app displays them.
func QueueExport(b *pgx.Batch, member, device uuid.UUID) *dataexport.Section {
	return dataexport.Queue(b, "files", `
		SELECT jsonb_build_object('fileId', id, 'kind', kind, 'type', mime, 'bytes', bytes, 'sha256', encode(sha256, 'hex'), 'createdAt', created_at)
		FROM file_object WHERE `+visible+` ORDER BY created_at, id`, member, device)
}
