package bankcard

import (
	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// WaitingLines counts the cards that wait for a review.
func WaitingLines() postgres.Query[[]attention.Line] {
	return attention.Waiting([]string{"card"}, `SELECT 'card' AS kind, count(*), min(created_at) AS since FROM bank_card_review WHERE state = 'pending'`)
}
