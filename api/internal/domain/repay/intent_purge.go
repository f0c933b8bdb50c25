package repay

import (
	"context"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// PurgeIntents deletes, in pages, the intents whose time was over before an instant of business time, to which no money has
// come, not even into suspense, and whose loan is paid back. Money that comes with such a code later still waits in
// suspense, for a person. What keeps one is asked for each row of a page: without the OFFSET, PostgreSQL, which does not see the
// LIMIT, reads all orders and payments for it.
func PurgeIntents(ctx context.Context, db postgres.DB, before time.Time) (int64, error) {
	return postgres.DeletePass(ctx, db, "payment_intent", postgres.ByTime, `
		WITH page AS MATERIALIZED (
			SELECT i.ctid AS place, i.expires_at AS at, i.id,
				NOT EXISTS (SELECT FROM order_reference o WHERE o.order_id = i.order_id AND o.owing OFFSET 0)
					AND NOT EXISTS (SELECT FROM payment p WHERE p.intent_id = i.id OFFSET 0) AS goes
			FROM payment_intent i WHERE i.state <> 'paid' AND i.expires_at < $1 AND (i.expires_at, i.id) > ($2, $3)
			ORDER BY i.expires_at, i.id LIMIT $4
		), gone AS (DELETE FROM payment_intent WHERE ctid = ANY (ARRAY(SELECT place FROM page WHERE goes)) RETURNING 1)`, before)
}
