package channel

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
)

// QueueExport reads for a member's copy of their data where they came from, what an advertising platform was told of
// them, and which pages they looked at.
func QueueExport(b *pgx.Batch, member uuid.UUID) []*dataexport.Section {
	return []*dataexport.Section{
		dataexport.Queue(b, "origin", `
			SELECT jsonb_build_object('channel', channel_code, 'granted', ads_consent, 'pageUrl', page_url, 'facebookFbc', facebook_fbc,
				'facebookFbp', facebook_fbp, 'webClickId', web_click_id, 'ip', ip, 'device', user_agent, 'at', at)
			FROM login_origin WHERE member_id = $1 ORDER BY at, id`, member),
		dataexport.Queue(b, "reported", `
			SELECT jsonb_build_object('event', event, 'channel', channel_code, 'state', state, 'at', at)
			FROM conversion WHERE member_id = $1 ORDER BY at, id`, member),
		// Phone numbers are recycled: what was looked at before their first device came is somebody else's.
		dataexport.Queue(b, "pages", `
			SELECT jsonb_build_object('page', r.page_id, 'button', r.button_id, 'channel', r.channel_code, 'at', r.at)
			FROM member_number m JOIN tracking_record r ON r.phone_hash = m.phone_hash AND r.at >= m.trusted_since
			WHERE m.member_id = $1
			ORDER BY r.at, r.id`, member),
	}
}

// QueueErase forgets where a member came from, what was reported of them, and what was looked at from their number.
func QueueErase(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`DELETE FROM tracking_record r USING member_number m WHERE m.member_id = $1 AND r.phone_hash = m.phone_hash`, member)
	b.Queue(`DELETE FROM login_origin WHERE member_id = $1`, member)
	b.Queue(`DELETE FROM conversion WHERE member_id = $1`, member)
}
