package support

import (
	"context"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// disputed is true for a row x of a member with an open ticket or a live request, because what was sent to them is evidence.
// OFFSET 0 makes PostgreSQL check it per row of a page: it does not take the LIMIT into account and would otherwise read the whole
// tables.
const disputed = `(EXISTS (SELECT FROM support_ticket t WHERE t.member_id = x.member_id AND t.state <> 'closed' OFFSET 0)
	OR EXISTS (SELECT FROM hardship h WHERE h.member_id = x.member_id AND h.` + live + ` OFFSET 0))`

// PurgeNotices deletes, in pages, the notices from before an instant of business time, except those of members with a dispute.
func PurgeNotices(ctx context.Context, db postgres.DB, before time.Time) (int64, error) {
	return postgres.DeletePass(ctx, db, "notice", postgres.ByID, `
		WITH page AS MATERIALIZED (
			SELECT ctid AS place, at, id, NOT `+disputed+` AS goes FROM notice x
			WHERE id < $2 AND at < $1 AND id > $3 ORDER BY id LIMIT $4
		), gone AS (DELETE FROM notice WHERE ctid = ANY (ARRAY(SELECT place FROM page WHERE goes)) RETURNING 1)`, before, postgres.FirstID(before))
}

// PurgeReminders deletes, in pages, the reminders from before an instant of business time, except those of members with a dispute
// and of loans that are not repaid.
func PurgeReminders(ctx context.Context, db postgres.DB, before time.Time) (int64, error) {
	return postgres.DeletePass(ctx, db, "reminder", postgres.ByID, `
		WITH page AS MATERIALIZED (
			SELECT ctid AS place, created_at AS at, id,
				NOT `+disputed+` AND NOT EXISTS (SELECT FROM order_reference o WHERE o.order_id = x.order_id AND o.owing OFFSET 0) AS goes
			FROM reminder x WHERE id < $2 AND created_at < $1 AND id > $3 ORDER BY id LIMIT $4
		), gone AS (DELETE FROM reminder WHERE ctid = ANY (ARRAY(SELECT place FROM page WHERE goes)) RETURNING 1)`, before, postgres.FirstID(before))
}
