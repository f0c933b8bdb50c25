package channel

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
)

// pagesOfACopy bounds the pages in a copy: the newest are what tells of a borrower, and a copy is held in memory whole.
const pagesOfACopy = 2000

// QueueExport reads for a member's copy of their data where they came from, what an advertising platform was told of
// them, and which pages they looked at. Phone numbers are recycled: what was before ondevice.Since is somebody else's.
// Where they came from tells an address and a click of the web, too, and before an identity is proved nobody knows whose:
// it is left out until then. What was looked at under a number that a page said is never theirs: anybody may have said it.
func QueueExport(b *pgx.Batch, member, device uuid.UUID) []*dataexport.Section {
	return []*dataexport.Section{
		dataexport.Queue(b, "origin", `
			SELECT jsonb_build_object('channel', o.channel_code, 'granted', o.ads_consent, 'pageUrl', o.page_url, 'facebookFbc', o.facebook_fbc,
				'facebookFbp', o.facebook_fbp, 'webClickId', o.web_click_id, 'ip', o.ip, 'device', o.user_agent, 'at', o.at)
			FROM login_origin o WHERE o.member_id = $1 AND o.at >= `+ondevice.Since+` AND `+ondevice.Proved+`
			ORDER BY o.at, o.id`, member, device),
		dataexport.Queue(b, "reported", `
			SELECT jsonb_build_object('event', c.event, 'channel', c.channel_code, 'state', c.state, 'at', c.at)
			FROM conversion c WHERE c.member_id = $1 AND c.at >= `+ondevice.Since+`
			ORDER BY c.at, c.id`, member, device),
		dataexport.Queue(b, "pages", `
			SELECT jsonb_build_object('page', page_id, 'button', button_id, 'channel', channel_code, 'at', at)
			FROM (
				SELECT r.id, r.page_id, r.button_id, r.channel_code, r.at
				FROM member_number m JOIN tracking_record r ON r.phone_hash = m.phone_hash
				WHERE m.member_id = $1 AND r.typed IS NOT TRUE AND r.at >= `+ondevice.Since+`
				ORDER BY r.at DESC, r.id DESC LIMIT $3
			) AS newest
			ORDER BY at, id`, member, device, pagesOfACopy),
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
