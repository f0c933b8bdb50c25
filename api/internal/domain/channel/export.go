package channel

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
)

// maxExportPages is the maximum number of page records in a data export, which is held in memory as a whole. The newest ones are the
// most relevant.
const maxExportPages = 2000

// QueueExport reads this package's part of a member's data export: where they came from, what was reported to platforms, and which
// pages they viewed. Phone numbers are recycled, so records from before ondevice.Since belong to someone else. The origin contains
// an IP address and a click id and is included only once an identity is proved, because it may be another person's. Page records
// whose number was only claimed by the page are never included, because anyone could have claimed it.
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
			ORDER BY at, id`, member, device, maxExportPages),
	}
}

// QueueForgetPages deletes the page records of a member's number. Queue it before the number changes.
func QueueForgetPages(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`DELETE FROM tracking_record r USING member_number m WHERE m.member_id = $1 AND r.phone_hash = m.phone_hash`, member)
}

// QueueErase deletes a member's origins, conversions and page records.
func QueueErase(b *pgx.Batch, member uuid.UUID) {
	QueueForgetPages(b, member)
	b.Queue(`DELETE FROM login_origin WHERE member_id = $1`, member)
	b.Queue(`DELETE FROM conversion WHERE member_id = $1`, member)
}
