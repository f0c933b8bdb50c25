package job

import (
	"math/rand/v2"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// River's own waits are 1, 16, 81, 256 seconds and so on: after a fault of half a minute somebody would wait for minutes
// more. Where somebody waits, a failed job is tried often while the fault is young, and more rarely later.
const (
	// quickAttempts are made at most quickRetry apart, which covers a fault of twenty minutes.
	quickAttempts = 60
	quickRetry    = 20 * time.Second
	// slowRetry is the longest wait of those after them.
	slowRetry = 10 * time.Minute
	// patience is how many attempts a job has where somebody waits: three days.
	patience = 500
)

// patient reports whether somebody waits for the jobs of a queue.
func (q QueueName) patient() bool {
	return q == documentBefore || q != Marketing && q != Upkeep && q.known()
}

func (q QueueName) known() bool { _, known := bounds[q]; return known }

// retries says when a failed job is tried again.
type retries struct{ river.DefaultClientRetryPolicy }

// NextRetry is the instant of the next attempt.
func (r *retries) NextRetry(j *rivertype.JobRow) time.Time {
	if !QueueName(j.Queue).patient() {
		return r.DefaultClientRetryPolicy.NextRetry(j)
	}
	longest := maxWait(j.Attempt)
	// What failed together does not come again together.
	return time.Now().Add(longest - rand.N(longest/4))
}

// maxWait bounds the wait after an attempt, counted from 1, that failed.
func maxWait(attempt int) time.Duration {
	if attempt <= quickAttempts {
		return min(time.Second<<min(attempt-1, 10), quickRetry)
	}
	return min(quickRetry<<min(attempt-quickAttempts, 10), slowRetry)
}
