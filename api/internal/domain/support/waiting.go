package support

import (
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// answeredRests is how long a plan that was answered, and not decided on, is its borrower's to think about, as PostgreSQL writes it. Then
// it waits for a person again, before it lapses: region.Service.PlanDays.
const answeredRests = `interval '72 hours'`

// WaitingLines counts the messages without an answer, and the requests of who cannot pay as agreed. A ticket that was answered waits since
// its borrower wrote again. A promise that was answered waits no more: whether it is kept its day tells.
func WaitingLines(now time.Time) postgres.Query[[]attention.Line] {
	return attention.Waiting([]string{"ticket", "hardship"}, `
		SELECT 'ticket' AS kind, count(*), min(COALESCE((SELECT min(m.created_at) FROM support_message m
			WHERE m.ticket_id = t.id AND m.author = 'borrower' AND m.created_at > t.answered_at), t.created_at)) AS since FROM support_ticket t WHERE state = 'open'
		UNION ALL SELECT 'hardship', count(*), min(COALESCE(answered_at + `+answeredRests+`, created_at)) FROM hardship
			WHERE state = 'open' AND (answered_at IS NULL OR kind = 'plan' AND answered_at + `+answeredRests+` <= $1)`, now)
}
