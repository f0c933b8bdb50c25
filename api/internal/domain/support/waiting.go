package support

import (
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// answeredRests is how long an answered but undecided plan waits for the borrower, as a PostgreSQL interval. After that it waits
// for an operator again, before it lapses (region.Service.PlanDays).
const answeredRests = `interval '72 hours'`

// WaitingLines counts the open tickets and the requests that wait for an operator. A ticket that was answered before waits since
// the borrower's next message. An answered promise does not wait: its date decides whether it is kept.
func WaitingLines(now time.Time) postgres.Query[[]attention.Line] {
	return attention.Waiting([]string{"ticket", "hardship"}, `
		SELECT 'ticket' AS kind, count(*), min(COALESCE((SELECT min(m.created_at) FROM support_message m
			WHERE m.ticket_id = t.id AND m.author = 'borrower' AND m.created_at > t.answered_at), t.created_at)) AS since FROM support_ticket t WHERE state = 'open'
		UNION ALL SELECT 'hardship', count(*), min(COALESCE(answered_at + `+answeredRests+`, created_at)) FROM hardship
			WHERE state = 'open' AND (answered_at IS NULL OR kind = 'plan' AND answered_at + `+answeredRests+` <= $1)`, now)
}
