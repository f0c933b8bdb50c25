package support

import (
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// ReminderProblem is a reminder with a problem.
type ReminderProblem struct {
	Reminder
	// State is "queued" if it will be tried again, "sending" if it is unknown whether it was sent, "failed" if the provider
	// rejected the number or may not have accepted the message, and "dropped" if the day or the reason for the reminder passed
	// before it could be sent.
	State string
	// Why is the provider's error, or the reason why it was dropped.
	Why       string
	CreatedAt time.Time
	TriedAt   *time.Time
}

// sendTimeout is how long sending may take before a message counts as lost.
const sendTimeout = 15 * time.Minute

// ReminderProblems reads a page of the reminders with a problem that were created no earlier than since, newest first.
func ReminderProblems(since, now time.Time, a paging.Request) postgres.Query[paging.Page[ReminderProblem]] {
	return paging.List("support: reminder problems", a, paging.Sort{At: "created_at", ID: "id", Descending: true}, func(r ReminderProblem) paging.Position {
		return paging.Position{At: r.CreatedAt, ID: r.ID}
	}, `
		SELECT id, member_id, order_id, due_date, day, send_on, attempts, state, why, created_at, tried_at FROM reminder
		WHERE created_at >= $1 AND (state = 'failed' OR state = 'sending' AND tried_at < $2
			OR state = 'queued' AND attempts > 0 OR state = 'dropped' AND attempts > 1)`, since, now.Add(-sendTimeout))
}
