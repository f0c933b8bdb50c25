package job

import (
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// deepest is where counting ends: what reads the depths every few seconds stays cheap while a queue is long.
const deepest = 10_000

// Depth is how many jobs of a queue are in a state, 10,000 at most, and since when the oldest of those that are due has
// been due; nil where none is.
type Depth struct {
	Queue, State string
	Jobs         int64
	DueSince     *time.Time
}

// Depths reads the depths of all queues: jobs that are due, run, or wait for another attempt. Times are wall time.
func Depths() postgres.Query[[]Depth] {
	names := []string{river.QueueDefault}
	for _, q := range Queues() {
		names = append(names, string(q))
	}
	return postgres.Rows[Depth]("job: depths", `
		SELECT q.name AS queue, s.state, d.jobs, CASE WHEN s.state = 'available' THEN d.oldest END AS due_since
		FROM unnest($1::text[]) q (name), unnest(ARRAY['available', 'running', 'retryable']) s (state),
			LATERAL (SELECT count(*) AS jobs, min(scheduled_at) AS oldest FROM (
				SELECT scheduled_at FROM river_job WHERE state = s.state::river_job_state AND queue = q.name
				ORDER BY priority, scheduled_at, id LIMIT $2) j) d`, names, deepest)
}

// GivenUp counts the jobs that are tried no more, and wait until a person retries or cancels them; 10,000 at most.
func GivenUp() postgres.Query[int64] {
	return postgres.Value[int64]("job: given up",
		`SELECT count(*) FROM (SELECT FROM river_job WHERE state = 'discarded' AND finalized_at IS NOT NULL LIMIT $1) j`, deepest)
}
