package member

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
)

// QueueExport reads for a member's copy of their data what this package holds about them. Codes and tokens are kept as
// hashes alone, which say nothing.
func QueueExport(b *pgx.Batch, member uuid.UUID) []*dataexport.Section {
	return []*dataexport.Section{
		dataexport.Queue(b, "profile", `
			SELECT jsonb_build_object('phone', phone, 'region', region, 'language', lang, 'status', status, 'listed', white_listed,
				'channel', channel_code, 'memberSince', created_at)
			FROM member WHERE id = $1`, member),
		dataexport.Queue(b, "devices", `
			SELECT jsonb_build_object('device', label, 'trustedAt', trusted_at, 'firstSeenAt', created_at, 'seenAt', seen_at)
			FROM device WHERE member_id = $1 ORDER BY created_at, id`, member),
		dataexport.Queue(b, "deviceApprovals", `
			SELECT jsonb_build_object('device', d.label, 'address', a.address, 'state', a.state, 'askedAt', a.asked_at, 'answeredAt', a.answered_at,
				'answeredBy', (SELECT label FROM device WHERE device.id = a.answered_by))
			FROM device_approval a JOIN device d ON d.id = a.device_id WHERE a.member_id = $1 ORDER BY a.asked_at, a.id`, member),
		dataexport.Queue(b, "sessions", `
			SELECT jsonb_build_object('device', d.label, 'productId', s.app_product_id, 'loggedInAt', s.created_at, 'expiresAt', s.expires_at, 'endedAt', s.revoked_at)
			FROM session s JOIN device d ON d.id = s.device_id WHERE s.member_id = $1 ORDER BY s.created_at, s.id`, member),
		dataexport.Queue(b, "consents", `
			SELECT jsonb_build_object('kind', kind, 'version', version, 'granted', granted, 'at', at)
			FROM consent WHERE member_id = $1 ORDER BY at, id`, member),
		dataexport.Queue(b, "deletions", `
			SELECT jsonb_build_object('requestedAt', requested_at, 'dueAt', due_at, 'outcome', outcome, 'endedAt', ended_at)
			FROM account_deletion WHERE member_id = $1 ORDER BY requested_at, id`, member),
	}
}
