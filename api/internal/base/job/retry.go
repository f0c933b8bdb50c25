package job

import (
	"math/rand/v2"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// River's own delays are 1, 16, 81, 256 seconds and so on: after an outage of half a minute a borrower would wait for minutes
// more. In queues for which somebody waits, a failed job is retried often at first, and less often later.
const (
	// quickAttempts is how many attempts are at most quickRetry apart; that covers an outage of twenty minutes.
	quickAttempts = 60
	quickRetry    = 20 * time.Second
	// slowRetry is the longest delay after that.
	slowRetry = 10 * time.Minute
	// urgentAttempts is the maximum number of attempts of such a job: about three days.
	urgentAttempts = 500
)

// urgent reports whether people wait for the jobs of a queue.
func (q QueueName) urgent() bool {
	return q == documentBefore || q != Marketing && q != Upkeep && q.known()
}

func (q QueueName) known() bool { _, known := bounds[q]; return known }

// retries is the retry policy of the client.
type retries struct{ river.DefaultClientRetryPolicy }

// NextRetry returns the time of the next attempt.
func (r *retries) NextRetry(j *rivertype.JobRow) time.Time {
	if !QueueName(j.Queue).urgent() {
		return r.DefaultClientRetryPolicy.NextRetry(j)
	}
	longest := maxWait(j.Attempt)
	// The jitter spreads jobs that failed at the same time.
	return time.Now().Add(longest - rand.N(longest/4))
}

// maxWait returns the longest delay after a failed attempt, counted from 1.
func maxWait(attempt int) time.Duration {
	if attempt <= quickAttempts {
		return min(time.Second<<min(attempt-1, 10), quickRetry)
	}
	return min(quickRetry<<min(attempt-quickAttempts, 10), slowRetry)
}
