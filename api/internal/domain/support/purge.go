package support

import (
	"context"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// disputed is true of a row x of a member who has an open ticket, or who has asked for time: what was sent is evidence.
const disputed = `(EXISTS (SELECT FROM support_ticket t WHERE t.member_id = x.member_id AND t.state <> 'closed')
	OR EXISTS (SELECT FROM hardship h WHERE h.member_id = x.member_id AND h.state IN ('open', 'accepted')))`

// PurgeNotices deletes, in pages, the notices of before an instant of business time, but for those of members with a
// dispute.
func PurgeNotices(ctx context.Context, db postgres.DB, before time.Time) (int64, error) {
	return postgres.DeletePages(ctx, db, "support: purge notices", `
		DELETE FROM notice WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM notice x WHERE id < $2 AND at < $1 AND NOT `+disputed+` ORDER BY id LIMIT $3))`,
		before, postgres.FirstID(before))
}

// PurgeReminders deletes, in pages, the reminders of before an instant of business time, but for those of members with a
// dispute and of loans that are not paid back.
func PurgeReminders(ctx context.Context, db postgres.DB, before time.Time) (int64, error) {
	return postgres.DeletePages(ctx, db, "support: purge reminders", `
		DELETE FROM reminder WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM reminder x WHERE id < $2 AND created_at < $1 AND NOT `+disputed+`
				AND NOT EXISTS (SELECT FROM order_reference o WHERE o.order_id = x.order_id AND o.owing)
			ORDER BY id LIMIT $3))`, before, postgres.FirstID(before))
}
