package support

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// QueueErase forgets what a member wrote and what they were told, and closes what waits for an answer: nobody is there to
// read it. That there were requests, and when, stays; images are erased with their other files.
func QueueErase(b *pgx.Batch, member uuid.UUID, now time.Time) {
	b.Queue(`UPDATE support_ticket SET state = 'closed', closed_at = $2 WHERE member_id = $1 AND state <> 'closed'`, member, now)
	b.Queue(`DELETE FROM support_draft WHERE member_id = $1`, member)
	b.Queue(`DELETE FROM notice WHERE member_id = $1`, member)
	const messages = ` (SELECT m.id FROM support_message m JOIN support_ticket t ON t.id = m.ticket_id WHERE t.member_id = $1)`
	b.Queue(`DELETE FROM support_message_file WHERE message_id IN`+messages, member)
	// Erased again after an hour, thousands of messages that hold nothing any more are not written once more.
	b.Queue(`UPDATE support_message SET body = '' WHERE body <> '' AND id IN`+messages, member)
	b.Queue(`UPDATE hardship SET body = '', answer = '' WHERE member_id = $1 AND (body <> '' OR answer <> '')`, member)
}
