package media

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// visible is true for the files of a member ($1) that a device ($2) may see: our documents, and pictures by the rule of
// ondevice.
const visible = `member_id = $1 AND erased_at IS NULL AND (device_id IS NULL AND kind = 'document' OR ` + ondevice.Visible + `)`

// StartAfresh erases the pictures that were uploaded on other devices before an identity was proved on this one: they may be
// another person's. Pictures of a ticket are kept for whoever answers it. Run it before the identity is stored; it does nothing
// if an identity is already proved. The caller removes the bytes, as with Erase. at is business time.
func StartAfresh(member, device uuid.UUID, at time.Time) postgres.Query[[]Erased] {
	const others = `member_id = $1 AND device_id IS DISTINCT FROM $2 AND kind <> 'document' AND erased_at IS NULL`
	return postgres.Rows[Erased]("media: start afresh", `
		UPDATE file_object SET erased_at = $3 WHERE `+others+`
			AND NOT `+ondevice.Proved+`
			AND id NOT IN (SELECT file_id FROM ticket_file WHERE member_id = $1)
		RETURNING id, kind`, member, device, at).
		// The locks come first: the UPDATE then sees a ticket that was committed concurrently.
		After(`SELECT FROM file_object WHERE `+others+` ORDER BY id FOR NO KEY UPDATE`, member, device)
}

// QueueClaim makes the pictures of a device visible on all devices of the member, after an identity is proved on it. Queue it
// after the identity, which is checked by what the device may see.
func QueueClaim(b *pgx.Batch, member, device uuid.UUID) {
	ondevice.QueueClaim(b, "file_object", member, device)
}
