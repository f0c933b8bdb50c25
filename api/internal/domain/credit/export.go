package credit

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
)

// QueueExport reads for a member's copy of their data what this package holds about them.
func QueueExport(b *pgx.Batch, member uuid.UUID) []*dataexport.Section {
	return []*dataexport.Section{
		dataexport.Queue(b, "credit", `
			SELECT jsonb_build_object('limit', credit_limit, 'score', score, 'currency', currency) FROM credit_profile WHERE member_id = $1`, member),
		dataexport.Queue(b, "creditHistory", `
			SELECT jsonb_build_object('kind', kind, 'limit', limit_after, 'score', score_after, 'orderId', order_id, 'at', at)
			FROM credit_event WHERE member_id = $1 ORDER BY at, id`, member),
		dataexport.Queue(b, "waitingTimes", `
			SELECT jsonb_build_object('productId', product_id, 'availableAt', available_at, 'reason', reason)
			FROM product_freeze WHERE member_id = $1 ORDER BY available_at`, member),
	}
}

// QueueErase forgets a member's waiting times. What the loans did to limit and score belongs to the loans' records.
func QueueErase(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`DELETE FROM product_freeze WHERE member_id = $1`, member)
}
