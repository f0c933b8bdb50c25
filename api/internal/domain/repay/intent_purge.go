package repay

import (
	"context"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// PurgeIntents deletes, in pages, the intents that expired before an instant of business time, for which no payment came, not even
// into suspense, and whose loan is repaid. A later payment with such a code waits in suspense for an operator. OFFSET 0 makes
// PostgreSQL check the conditions per row of a page: it does not take the LIMIT into account and would otherwise read all orders
// and payments.
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
