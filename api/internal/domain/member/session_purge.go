package member

import (
	"context"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// PurgeSessions deletes, in pages, the sessions that ended before an instant of business time. A session with a judged face check
// is kept as long as that check.
func PurgeSessions(ctx context.Context, db postgres.DB, before time.Time) (int64, error) {
	return postgres.DeletePages(ctx, db, "member: purge sessions", `
		DELETE FROM session WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM session s
			WHERE id < $2 AND LEAST(expires_at, revoked_at) < $1 AND NOT EXISTS (SELECT FROM judged_session f WHERE f.session_id = s.id)
			ORDER BY id LIMIT $3))`, before, postgres.FirstID(before))
}
