package support

import (
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// ReminderProblem is a reminder that has not gone out as it should.
type ReminderProblem struct {
	Reminder
	// State is "queued" while it will be tried again, "sending" when nobody knows whether it left, "failed" when the
	// provider refused the number or left open whether it took it, "dropped" when the day or its reason went by before it
	// could be sent.
	State string
	// Why is the provider's error, or what stopped it.
	Why       string
	CreatedAt time.Time
	TriedAt   *time.Time
}

// lostAfter is how long a message may be on its way to the provider.
const lostAfter = 15 * time.Minute

// ReminderProblems reads a page of the reminders of the days since a moment that have not gone out as they should, the newest
// first.
func ReminderProblems(since, now time.Time, a paging.Request) postgres.Query[paging.Page[ReminderProblem]] {
	return paging.List("support: reminder problems", a, paging.Sort{At: "created_at", ID: "id", Descending: true}, func(r ReminderProblem) paging.Position {
		return paging.Position{At: r.CreatedAt, ID: r.ID}
	}, `
		SELECT id, member_id, order_id, due_date, day, send_on, attempts, state, why, created_at, tried_at FROM reminder
		WHERE created_at >= $1 AND (state = 'failed' OR state = 'sending' AND tried_at < $2
			OR state = 'queued' AND attempts > 0 OR state = 'dropped' AND attempts > 1)`, since, now.Add(-lostAfter))
}
