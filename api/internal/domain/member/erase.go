package member

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// QueueErase takes from a deleting member what tells who they are. Their row stays, with the keyed hash of their number
// so that it cannot register again; so do their consents, which prove why we held what we held. papersUntil is when the
// papers that the law has us keep go, nil when there are none.
func QueueErase(b *pgx.Batch, member uuid.UUID, papersUntil *time.Time, now time.Time) {
	b.Queue(`
		DELETE FROM sms_code USING member m WHERE m.id = $1 AND sms_code.region = m.region AND sms_code.phone_hash = m.phone_hash`, member)
	b.Queue(`
		DELETE FROM image_code USING member m WHERE m.id = $1 AND image_code.region = m.region AND image_code.phone_hash = m.phone_hash`, member)
	b.Queue(`DELETE FROM device_approval WHERE member_id = $1`, member)
	b.Queue(`UPDATE session SET revoked_at = $2 WHERE member_id = $1 AND revoked_at IS NULL`, member, now)
	// Contracts name the device that accepted them, so its row stays; it cannot be met again.
	b.Queue(`UPDATE device SET label = '', hash = uuid_send(id), trusted_at = NULL, face_key = NULL, face_key_at = NULL WHERE member_id = $1`, member)
	b.Queue(`UPDATE member SET phone = NULL, status = 'deleted', white_listed = false, channel_code = NULL WHERE id = $1 AND status = 'deleting'`, member)
	b.Queue(`
		UPDATE account_deletion SET outcome = $4, ended_at = $2, papers_until = $3
		WHERE member_id = $1 AND outcome IS NULL`, member, now, papersUntil, DeletionDone)
}
