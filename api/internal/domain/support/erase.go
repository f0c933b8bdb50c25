package support

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// QueueErase closes the open tickets of a member who leaves, because there is no one to read an answer, and erases their drafts
// and the texts of their requests about loans. The records of requests and their times stay. Data that can be large is erased by
// EraseMany.
func QueueErase(b *pgx.Batch, member uuid.UUID, now time.Time) {
	b.Queue(`UPDATE support_ticket SET state = 'closed', closed_at = $2 WHERE member_id = $1 AND state <> 'closed'`, member, now)
	b.Queue(`DELETE FROM support_draft WHERE member_id = $1`, member)
	b.Queue(`UPDATE hardship SET body = '', answer = '' WHERE member_id = $1 AND (body <> '' OR answer <> '')`, member)
}

// EraseMany erases a member's messages and notices, in pages of size rows. Each page is its own transaction if db is a pool.
// Images are erased with the member's other files. It can be interrupted and run again; rows that are already empty are not
// written again.
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
