package job

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// maxDepth is where counting stops: the depths are read every few seconds and must stay cheap when a queue is long.
const maxDepth = 10_000

// Depth is the number of jobs of a queue in a state, at most 10,000, and since when the oldest available job has been due; nil
// if none is available.
type Depth struct {
	Queue, State string
	Jobs         int64
	DueSince     *time.Time
}

// Depths reads the depths of all queues: jobs that are available, running or waiting for a retry. Times are wall time.
func Depths() postgres.Query[[]Depth] {
	names := []string{river.QueueDefault, string(documentBefore)}
	for _, q := range Queues() {
		names = append(names, string(q))
	}
	return postgres.Rows[Depth]("job: depths", `
		SELECT q.name AS queue, s.state, d.jobs, CASE WHEN s.state = 'available' THEN d.oldest END AS due_since
		FROM unnest($1::text[]) q (name), unnest(ARRAY['available', 'running', 'retryable']) s (state),
			LATERAL (SELECT count(*) AS jobs, min(scheduled_at) AS oldest FROM (
				SELECT scheduled_at FROM river_job WHERE state = s.state::river_job_state AND queue = q.name
				ORDER BY priority, scheduled_at, id LIMIT $2) j) d`, names, maxDepth)
}

// periodic matches the jobs that River inserts periodically: the next one takes over what a failed one did not finish.
const periodic = `metadata ? 'periodic'`

const (
	// failedPeriodicShown is how long a discarded periodic job counts as given up: if the next one fails too, that one is counted.
	failedPeriodicShown = 24 * time.Hour
	// failedPeriodicKept is how long a discarded periodic job is kept.
	failedPeriodicKept = 7 * 24 * time.Hour
)

// GivenUp counts the jobs that have been discarded at an instant of wall time, at most 10,000. Periodic ones count for a day,
// because the next one replaces them; all others count until a person retries or cancels them.
func GivenUp(now time.Time) postgres.Query[int64] {
	return postgres.Value[int64]("job: given up", `
		SELECT count(*) FROM (SELECT FROM river_job WHERE state = 'discarded' AND finalized_at IS NOT NULL
			AND (finalized_at >= $1 OR NOT `+periodic+`) LIMIT $2) j`, now.Add(-failedPeriodicShown), maxDepth)
}

// PurgeFailedPeriodic deletes the periodic jobs that were discarded more than a week before an instant of wall time. River keeps all
// discarded jobs: each of the others waits for a person.
func PurgeFailedPeriodic(ctx context.Context, db postgres.DB, now time.Time) (int64, error) {
	return postgres.DeletePages(ctx, db, "job: purge failed periodic jobs", `
		DELETE FROM river_job WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM river_job WHERE state = 'discarded' AND finalized_at < $1 AND `+periodic+` ORDER BY finalized_at LIMIT $2))`, now.Add(-failedPeriodicKept))
}
