package member

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// endPageSize is how many sessions one statement ends.
const endPageSize = 2000

// EndSessions ends every session of a member and tells how many that were. Their devices stay trusted: who holds one logs
// in again by the usual way. What QueueRequireSession guards has been written before, or is refused.
func EndSessions(member uuid.UUID, now time.Time) postgres.Query[int64] {
	return postgres.Value[int64]("member: end sessions", `
		WITH ended AS (UPDATE session SET revoked_at = $2 WHERE member_id = $1 AND revoked_at IS NULL AND expires_at > $2 RETURNING id)
		SELECT count(*) FROM ended`, member, now).After(holdMember, member)
}

// EndAllSessions ends everybody's, in pages. What begins meanwhile is not ended, and a request that is under way may still be
// answered; it may be run again at any point.
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
