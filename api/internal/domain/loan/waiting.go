package loan

import (
	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// WaitingLines counts the applications that wait for a decision by the lender or an operator.
func WaitingLines() postgres.Query[[]attention.Line] {
	return attention.Waiting([]string{"decision"}, `SELECT 'decision' AS kind, count(*), min(applied_at) AS since FROM loan_order WHERE status IN `+inReview)
}

// UnfinishedLines counts the payouts without an outcome by state: created, unknown, or declined by the gateway.
func UnfinishedLines() postgres.Query[[]attention.Line] {
	return attention.Waiting([]string{"created", "unknown", "declined"}, `
		SELECT CASE WHEN refused_at IS NOT NULL THEN 'declined' ELSE state END AS kind, count(*), min(created_at) AS since
		FROM disbursement WHERE state IN ('created', 'unknown') GROUP BY 1`)
}
