package member

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// QueueLeave ends the membership of a deleting member and removes what identifies them. From then on they can neither log in nor
// withdraw the deletion. The row stays, with the keyed hash of the number so that it cannot register again, and so do the
// consents, which prove why we held the data. The deletion is done when everything else is erased: see EndErasure.
func QueueLeave(b *pgx.Batch, member uuid.UUID, now time.Time) {
	b.Queue(`
		DELETE FROM sms_code USING member m WHERE m.id = $1 AND sms_code.region = m.region AND sms_code.phone_hash = m.phone_hash`, member)
	b.Queue(`
		DELETE FROM image_code USING member m WHERE m.id = $1 AND image_code.region = m.region AND image_code.phone_hash = m.phone_hash`, member)
	b.Queue(`DELETE FROM device_approval WHERE member_id = $1`, member)
	b.Queue(`UPDATE session SET revoked_at = $2 WHERE member_id = $1 AND revoked_at IS NULL`, member, now)
	// Contracts refer to the device that accepted them, so its row stays, without anything that identifies the device.
	b.Queue(`UPDATE device SET label = '', hash = uuid_send(id), trusted_at = NULL, face_key = NULL, face_key_at = NULL WHERE member_id = $1`, member)
	b.Queue(`UPDATE member SET phone = NULL, status = 'deleted', white_listed = false, channel_code = NULL WHERE id = $1 AND status = 'deleting'`, member)
}

// EndErasure records that everything of a member who has left is erased. It reports false if this is already recorded.
// documentsUntil is when the documents that the law requires us to keep are erased, or nil if there are none.
func EndErasure(member uuid.UUID, documentsUntil *time.Time, now time.Time) postgres.Query[bool] {
	return postgres.Changed("member: end an erasure", `
		UPDATE account_deletion SET outcome = $4, ended_at = $2, papers_until = $3
		WHERE member_id = $1 AND outcome IS NULL`, member, now, documentsUntil, DeletionDone)
}

// EndSecondErasure records that the second erasure of a deletion has run. It reports false if this is already recorded.
func EndSecondErasure(deletion uuid.UUID, now time.Time) postgres.Query[bool] {
	return postgres.Changed("member: end a second erasure", `
		UPDATE account_deletion SET erased_again_at = $2 WHERE id = $1 AND erased_again_at IS NULL`, deletion, now)
}
