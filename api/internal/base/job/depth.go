package job

import (
	"context"
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
	names := []string{river.QueueDefault, string(documentBefore)}
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

// periodic finds the jobs that River asks for from time to time: what one of them could not end, the next takes up.
const periodic = `metadata ? 'periodic'`

const (
	// failedLook is for how long a periodic job that was given up counts: where the next one fails, too, that counts in its turn.
	failedLook = 24 * time.Hour
	// lookKept is how long one is kept.
	lookKept = 7 * 24 * time.Hour
)

// GivenUp counts the jobs that are tried no more at an instant of wall time, 10,000 at most: those that nobody takes up again count until a
// person retries or cancels them, periodic ones for a day.
func GivenUp(now time.Time) postgres.Query[int64] {
	return postgres.Value[int64]("job: given up", `
		SELECT count(*) FROM (SELECT FROM river_job WHERE state = 'discarded' AND finalized_at IS NOT NULL
			AND (finalized_at >= $1 OR NOT `+periodic+`) LIMIT $2) j`, now.Add(-failedLook), deepest)
}

// PurgeLooks deletes the periodic jobs that were given up a week before an instant of wall time. River keeps all that were given up: of the others
// each waits for a person.
func PurgeLooks(ctx context.Context, db postgres.DB, now time.Time) (int64, error) {
	return postgres.DeletePages(ctx, db, "job: purge looks", `
		DELETE FROM river_job WHERE ctid = ANY (ARRAY(
			SELECT ctid FROM river_job WHERE state = 'discarded' AND finalized_at < $1 AND `+periodic+` ORDER BY finalized_at LIMIT $2))`, now.Add(-lookKept))
}
