package channel

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/owndata"
)

// QueueOwnData reads for a member's copy of her data where she came from and what an advertising platform was told of her.
func QueueOwnData(b *pgx.Batch, member uuid.UUID) []*owndata.Section {
	return []*owndata.Section{
		owndata.Queue(b, "origin", `
			SELECT jsonb_build_object('channel', channel_code, 'granted', ads_consent, 'pageUrl', page_url, 'facebookFbc', facebook_fbc,
				'facebookFbp', facebook_fbp, 'webClickId', web_click_id, 'ip', ip, 'device', user_agent, 'at', at)
			FROM login_origin WHERE member_id = $1 ORDER BY at, id`, member),
		owndata.Queue(b, "reported", `
			SELECT jsonb_build_object('event', event, 'channel', channel_code, 'state', state, 'at', at)
			FROM conversion WHERE member_id = $1 ORDER BY at, id`, member),
	}
}

// QueueErase forgets where a member came from, and what was reported of her.
func QueueErase(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`DELETE FROM login_origin WHERE member_id = $1`, member)
	b.Queue(`DELETE FROM conversion WHERE member_id = $1`, member)
}
