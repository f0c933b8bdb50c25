package member

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
)

// QueueExport reads this package's part of a member's data export. Codes and tokens are stored only as hashes and are left out.
// Phone numbers are recycled, so devices, sessions, consents and requests from before ondevice.Since belong to someone else.
func QueueExport(b *pgx.Batch, member, device uuid.UUID) []*dataexport.Section {
	return []*dataexport.Section{
		dataexport.Queue(b, "profile", `
			SELECT jsonb_build_object('phone', phone, 'region', region, 'language', lang, 'status', status, 'listed', white_listed,
				'channel', channel_code, 'memberSince', created_at)
			FROM member WHERE id = $1`, member),
		dataexport.Queue(b, "devices", `
			SELECT jsonb_build_object('device', d.label, 'trustedAt', d.trusted_at, 'firstSeenAt', d.created_at, 'seenAt', d.seen_at)
			FROM device d
			WHERE d.member_id = $1 AND d.created_at >= `+ondevice.Since+` ORDER BY d.created_at, d.id`, member, device),
		dataexport.Queue(b, "deviceApprovals", `
			SELECT jsonb_build_object('device', d.label, 'address', a.address, 'state', a.state, 'askedAt', a.asked_at, 'answeredAt', a.answered_at,
				'answeredBy', (SELECT label FROM device WHERE device.id = a.answered_by))
			FROM device_approval a JOIN device d ON d.id = a.device_id
			WHERE a.member_id = $1 AND a.asked_at >= `+ondevice.Since+` ORDER BY a.asked_at, a.id`, member, device),
		dataexport.Queue(b, "sessions", `
			SELECT jsonb_build_object('device', d.label, 'productId', s.app_product_id, 'loggedInAt', s.created_at, 'expiresAt', s.expires_at, 'endedAt', s.revoked_at)
			FROM session s JOIN device d ON d.id = s.device_id
			WHERE s.member_id = $1 AND s.created_at >= `+ondevice.Since+` ORDER BY s.created_at, s.id`, member, device),
		dataexport.Queue(b, "consents", `
			SELECT jsonb_build_object('kind', c.kind, 'version', c.version, 'granted', c.granted, 'at', c.at)
			FROM consent c
			WHERE c.member_id = $1 AND c.at >= `+ondevice.Since+` ORDER BY c.at, c.id`, member, device),
		dataexport.Queue(b, "deletions", `
			SELECT jsonb_build_object('requestedAt', a.requested_at, 'dueAt', a.due_at, 'outcome', a.outcome, 'endedAt', a.ended_at)
			FROM account_deletion a
			WHERE a.member_id = $1 AND a.requested_at >= `+ondevice.Since+` ORDER BY a.requested_at, a.id`, member, device),
	}
}
