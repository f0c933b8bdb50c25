package support

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// QueueErase closes what waits for an answer of a member who leaves, as nobody is there to read it, and forgets what they have asked for
// beside it. That there were requests, and when, stays. What there may be a great deal of is EraseMany's.
func QueueErase(b *pgx.Batch, member uuid.UUID, now time.Time) {
	b.Queue(`UPDATE support_ticket SET state = 'closed', closed_at = $2 WHERE member_id = $1 AND state <> 'closed'`, member, now)
	b.Queue(`DELETE FROM support_draft WHERE member_id = $1`, member)
	b.Queue(`UPDATE hardship SET body = '', answer = '' WHERE member_id = $1 AND (body <> '' OR answer <> '')`, member)
}

// EraseMany forgets what a member wrote and what they were told, in pages of so many rows, each a transaction of its own where db is a
// pool; images are erased with their other files. It may end in between, and begin again: what is gone stays gone. What holds
// nothing any more is not written once more.
func EraseMany(ctx context.Context, db postgres.DB, member uuid.UUID, size int) error {
	const page = `
		WITH page AS (
			SELECT t.id AS ticket_id, m.id FROM support_ticket t, LATERAL (
				SELECT id FROM support_message WHERE ticket_id = t.id AND (ticket_id, id) > ($2, $3) ORDER BY id LIMIT $4) m
			WHERE t.member_id = $1 AND t.id >= $2 ORDER BY t.id, m.id LIMIT $4),
		files AS (DELETE FROM support_message_file WHERE message_id IN (SELECT id FROM page)),
		words AS (UPDATE support_message SET body = '' WHERE body <> '' AND id IN (SELECT id FROM page))
		SELECT ticket_id, id FROM page ORDER BY ticket_id DESC, id DESC LIMIT 1`
	type place struct{ TicketID, ID uuid.UUID }
	for after := new(place); after != nil; {
		var err error
		if after, err = postgres.Row[place]("support: erase messages", page, member, after.TicketID, after.ID, size).Read(ctx, db); err != nil {
			return err
		}
	}
	_, err := postgres.DeleteAllPages(ctx, db, "support: erase notices",
		`DELETE FROM notice WHERE ctid = ANY (ARRAY(SELECT ctid FROM notice WHERE member_id = $1 LIMIT $2))`, member)
	return err
}
