package channel

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
)

// QueueExport reads for a member's copy of their data where they came from, what an advertising platform was told of
// them, and which pages they looked at. Phone numbers are recycled: what was before their first device came is somebody
// else's. Where they came from tells an address and a click of the web, too, and before an identity is proved nobody knows
// whose: it is left out until then.
func QueueExport(b *pgx.Batch, member uuid.UUID) []*dataexport.Section {
	return []*dataexport.Section{
		dataexport.Queue(b, "origin", `
			SELECT jsonb_build_object('channel', o.channel_code, 'granted', o.ads_consent, 'pageUrl', o.page_url, 'facebookFbc', o.facebook_fbc,
				'facebookFbp', o.facebook_fbp, 'webClickId', o.web_click_id, 'ip', o.ip, 'device', o.user_agent, 'at', o.at)
			FROM member_number m JOIN login_origin o ON o.member_id = m.member_id AND o.at >= m.trusted_since
			WHERE m.member_id = $1 AND EXISTS (SELECT FROM proved_identity p WHERE p.member_id = m.member_id)
			ORDER BY o.at, o.id`, member),
		dataexport.Queue(b, "reported", `
			SELECT jsonb_build_object('event', c.event, 'channel', c.channel_code, 'state', c.state, 'at', c.at)
			FROM member_number m JOIN conversion c ON c.member_id = m.member_id AND c.at >= m.trusted_since
			WHERE m.member_id = $1
			ORDER BY c.at, c.id`, member),
		dataexport.Queue(b, "pages", `
			SELECT jsonb_build_object('page', r.page_id, 'button', r.button_id, 'channel', r.channel_code, 'at', r.at)
			FROM member_number m JOIN tracking_record r ON r.phone_hash = m.phone_hash AND r.at >= m.trusted_since
			WHERE m.member_id = $1
			ORDER BY r.at, r.id`, member),
	}
}

// QueueForgetPages forgets what was looked at from a member's number. Queue it before the number becomes another's.
func QueueForgetPages(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`DELETE FROM tracking_record r USING member_number m WHERE m.member_id = $1 AND r.phone_hash = m.phone_hash`, member)
}

// QueueErase forgets where a member came from, what was reported of them, and what was looked at from their number.
func QueueErase(b *pgx.Batch, member uuid.UUID) {
	QueueForgetPages(b, member)
	b.Queue(`DELETE FROM login_origin WHERE member_id = $1`, member)
	b.Queue(`DELETE FROM conversion WHERE member_id = $1`, member)
}
