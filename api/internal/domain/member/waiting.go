package member

import (
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// WaitingLines counts the accounts whose deletion has been overdue for at least an hour: something prevents it that needs a person.
func WaitingLines(now time.Time) postgres.Query[[]attention.Line] {
	return attention.Waiting([]string{"deletion"}, `
		SELECT 'deletion' AS kind, count(*), min(due_at) AS since FROM account_deletion WHERE outcome IS NULL AND due_at <= $1`, now.Add(-time.Hour))
}
