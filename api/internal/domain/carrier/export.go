package carrier

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
)

// QueueExport reads the carrier sessions that the device may see, for a member's data export.
func QueueExport(b *pgx.Batch, member, device uuid.UUID) []*dataexport.Section {
	return []*dataexport.Section{dataexport.Queue(b, "carrier", `
		SELECT jsonb_build_object('carrier', carrier, 'kind', kind, 'state', state, 'reason', reason, 'tenureMonths', tenure_months,
			'createdAt', created_at, 'endedAt', ended_at)
		FROM carrier_session WHERE `+visible+` ORDER BY created_at, id`, member, device)}
}

// QueueErase deletes a member's sessions with their events.
func QueueErase(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`DELETE FROM carrier_session WHERE member_id = $1`, member)
}
