package member

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// endPageSize is the number of sessions that one statement reads and ends.
const endPageSize = 2000

// EndSessions ends all sessions of a member and returns their number. Devices stay trusted, so their owners can log in again as
// usual. Writes guarded by QueueRequireSession have been made before, or fail.
func EndSessions(member uuid.UUID, now time.Time) postgres.Query[int64] {
	return postgres.Value[int64]("member: end sessions", `
		WITH ended AS (UPDATE session SET revoked_at = $2 WHERE member_id = $1 AND revoked_at IS NULL AND expires_at > $2 RETURNING id)
		SELECT count(*) FROM ended`, member, now).After(lockMember, member)
}

// EndAllSessions ends all sessions of all members, in pages, and returns their number. It does not end sessions that begin during
// the run, and a request in progress may still be answered. It can be run again at any time.
func EndAllSessions(ctx context.Context, db postgres.DB, now time.Time) (ended int64, err error) {
	const end = `
		WITH page AS (SELECT id FROM session WHERE id > $1 ORDER BY id LIMIT $2),
		ended AS (
			UPDATE session s SET revoked_at = $3 FROM page p
			WHERE s.id = p.id AND s.revoked_at IS NULL AND s.expires_at > $3 AND s.created_at <= $3 RETURNING s.id)
		SELECT (SELECT count(*) FROM ended), (SELECT id FROM page ORDER BY id DESC LIMIT 1)`
	for after := (&uuid.UUID{}); after != nil; {
		var page int64
		if err := db.QueryRow(ctx, end, *after, endPageSize, now).Scan(&page, &after); err != nil {
			return ended, fmt.Errorf("member: end all sessions: %w", postgres.Reason(err))
		}
		ended += page
	}
	return ended, nil
}
