package support

import (
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/attention"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// answeredRests is how long an answered but undecided plan waits for the borrower. After that it waits for an operator again, before it
// lapses (region.Service.PlanDays).
const answeredRests = 72 * time.Hour

// WaitsSince returns since when a request has waited for an operator at an instant of business time, or the zero time if it does not wait.
// An answered promise does not: its date decides whether it is kept.
func (h Hardship) WaitsSince(now time.Time) time.Time {
	switch {
	case h.State != HardshipOpen:
		return time.Time{}
	case h.AnsweredAt == nil:
		return h.CreatedAt
	}
	if again := h.AnsweredAt.Add(answeredRests); h.Kind == Plan && !again.After(now) {
		return again
	}
	return time.Time{}
}

// WaitingLines counts the open tickets and the requests that wait for an operator (Hardship.WaitsSince). A ticket that was answered
// before waits since the borrower's next message.
func WaitingLines(now time.Time) postgres.Query[[]attention.Line] {
	return attention.Waiting([]string{"ticket", "hardship"}, `
		SELECT 'ticket' AS kind, count(*), min(COALESCE((SELECT min(m.created_at) FROM support_message m
			WHERE m.ticket_id = t.id AND m.author = 'borrower' AND m.created_at > t.answered_at), t.created_at)) AS since FROM support_ticket t WHERE state = 'open'
		UNION ALL SELECT 'hardship', count(*), min(COALESCE(answered_at + $2::interval, created_at)) FROM hardship
			WHERE state = 'open' AND (answered_at IS NULL OR kind = 'plan' AND answered_at + $2::interval <= $1)`, now, answeredRests)
}
