package credit

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
)

// QueueExport reads this package's part of a member's data export. The carrier's raise is included only once there is an identity,
// and not if it was taken back because a previous owner of the number had passed the check.
func QueueExport(b *pgx.Batch, member uuid.UUID) []*dataexport.Section {
	return []*dataexport.Section{
		dataexport.Queue(b, "credit", `
			SELECT jsonb_build_object('limit', credit_limit, 'score', score, 'currency', currency) FROM credit_profile WHERE member_id = $1`, member),
		dataexport.Queue(b, "creditHistory", `
			SELECT jsonb_build_object('kind', e.kind, 'limit', e.limit_after, 'currency', p.currency, 'score', e.score_after, 'orderId', e.order_id, 'at', e.at)
			FROM credit_event e JOIN credit_profile p ON p.member_id = e.member_id WHERE e.member_id = $1 AND e.kind <> 'carrier_undone' AND (e.kind <> 'carrier_verified'
				OR `+ondevice.Proved+`
				AND NOT EXISTS (SELECT FROM credit_event u WHERE u.member_id = $1 AND u.kind = 'carrier_undone' AND u.id > e.id))
			ORDER BY e.at, e.id`, member),
		dataexport.Queue(b, "waitingTimes", `
			SELECT jsonb_build_object('productId', product_id, 'availableAt', available_at, 'reason', reason)
			FROM product_freeze WHERE member_id = $1 ORDER BY available_at`, member),
	}
}

// QueueErase erases a member's freezes. The effects of loans on limit and score are part of the loans' records and stay.
func QueueErase(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`DELETE FROM product_freeze WHERE member_id = $1`, member)
}
