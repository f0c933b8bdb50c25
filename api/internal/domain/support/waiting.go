package support

import (
	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Awaited counts the messages without an answer, and the requests of who cannot pay as agreed.
func Awaited() postgres.Query[[]attention.Line] {
	return attention.Waiting([]string{"ticket", "hardship"}, `
		SELECT 'ticket' AS kind, count(*), min(created_at) AS since FROM support_ticket WHERE state = 'open'
		UNION ALL SELECT 'hardship', count(*), min(created_at) FROM hardship WHERE state = 'open'`)
}
