package repay

import (
	"context"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// PurgeIntents deletes, in pages, the intents whose time was over before an instant of business time, to which no money has
// come, not even into suspense, and whose loan is paid back. Money that comes with such a code later still waits in
// suspense, for a person.
func PurgeIntents(ctx context.Context, db postgres.DB, before time.Time) (int64, error) {
	return postgres.DeletePages(ctx, db, "repay: purge intents", `
		DELETE FROM payment_intent WHERE ctid = ANY (ARRAY(
			SELECT i.ctid FROM payment_intent i JOIN order_reference o ON o.order_id = i.order_id
			WHERE i.state <> 'paid' AND i.expires_at < $1 AND NOT o.owing AND NOT EXISTS (SELECT FROM payment p WHERE p.intent_id = i.id)
			ORDER BY i.expires_at LIMIT $2))`, before)
}
