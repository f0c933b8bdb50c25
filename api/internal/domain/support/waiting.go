package support

import (
	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Awaited counts the messages without an answer, and the requests of who cannot pay as agreed. A ticket that was answered waits since
// its borrower wrote again.
func Awaited() postgres.Query[[]attention.Line] {
	return attention.Waiting([]string{"ticket", "hardship"}, `
		SELECT 'ticket' AS kind, count(*), min(COALESCE((SELECT min(m.created_at) FROM support_message m
			WHERE m.ticket_id = t.id AND m.author = 'borrower' AND m.created_at > t.answered_at), t.created_at)) AS since FROM support_ticket t WHERE state = 'open'
		UNION ALL SELECT 'hardship', count(*), min(created_at) FROM hardship WHERE state = 'open'`)
}
