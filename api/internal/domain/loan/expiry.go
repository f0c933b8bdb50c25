package loan

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// TimedOut finds orders whose time is up at now: expired offers, failed payouts for which no other card was set in time (a card in
// review extends this by MendGrace), and applications made no later than reviewedSince that are still in review. It skips the
// orders in except.
func TimedOut(now, reviewedSince time.Time, except []uuid.UUID, limit int) postgres.Query[[]Order] {
	return many(`o.id IN (
			(SELECT id FROM loan_order WHERE status = 4 AND offer_expires_at <= $1 AND id <> ALL ($5) ORDER BY offer_expires_at LIMIT $3)
			UNION ALL
			(SELECT id FROM loan_order WHERE status = 6 AND mend_until <= $1 AND (pending_card_id IS NULL OR mend_until <= $4) AND id <> ALL ($5)
				ORDER BY mend_until LIMIT $3)
			UNION ALL
			(SELECT id FROM loan_order WHERE status IN `+inReview+` AND applied_at <= $2 AND id <> ALL ($5) ORDER BY applied_at LIMIT $3))`,
		now, reviewedSince, limit, now.Add(-MendGrace), except)
}
