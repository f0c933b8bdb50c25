package job

import (
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestMaxWaitByAttempt(t *testing.T) {
	t.Parallel()
	for attempt, want := range map[int]time.Duration{
		1: time.Second, 2: 2 * time.Second, 3: 4 * time.Second, 5: 16 * time.Second, 6: quickRetry, quickAttempts: quickRetry,
		quickAttempts + 1: 2 * quickRetry, quickAttempts + 4: 16 * quickRetry, quickAttempts + 5: slowRetry, urgentAttempts: slowRetry,
	} {
		require.Equal(t, want, maxWait(attempt), "attempt %d", attempt)
	}
	require.Greater(t, maxWait(urgentAttempts)*(urgentAttempts-quickAttempts-5), 72*time.Hour, "retries must cover the 72 hours that a lender has to decide")
}

// For every queue and attempt, the delay is within its bounds and not so short that attempts follow at once, delays differ, and
// after an outage of up to twenty minutes all jobs are retried within half a minute.
func TestUrgentQueuesRetrySoonWithJitter(t *testing.T) {
	t.Parallel()
	policy := &retries{}
	rapid.Check(t, func(t *rapid.T) {
		queue := rapid.SampledFrom(Queues()).Draw(t, "queue")
		attempt := rapid.IntRange(1, urgentAttempts).Draw(t, "attempt")
		begun := time.Now()
		wait := policy.NextRetry(&rivertype.JobRow{Queue: string(queue), Attempt: attempt, Errors: make([]rivertype.AttemptError, attempt-1)}).Sub(begun)
		if !queue.urgent() {
			return
		}
		late := time.Since(begun)
		require.LessOrEqual(t, wait, maxWait(attempt)+late)
		require.Greater(t, wait, maxWait(attempt)/2)
		if attempt <= quickAttempts {
			require.LessOrEqual(t, wait, 20*time.Second+late)
		}
	})
	waits := map[time.Duration]bool{}
	for range 20 {
		waits[time.Until(policy.NextRetry(&rivertype.JobRow{Queue: string(Money), Attempt: 9})).Truncate(100*time.Millisecond)] = true
	}
	require.Greater(t, len(waits), 3, "retry delays must be jittered")
}

// In queues for which nobody waits River's own delays apply, as for jobs without a queue.
func TestOtherQueuesUseRiversRetryDelay(t *testing.T) {
	t.Parallel()
	policy := &retries{}
	for _, queue := range []string{string(Marketing), string(Upkeep), river.QueueDefault} {
		wait := time.Until(policy.NextRetry(&rivertype.JobRow{Queue: queue, Attempt: 4, Errors: make([]rivertype.AttemptError, 3)}))
		require.Greater(t, wait, 3*time.Minute, queue)
	}
	require.Equal(t, urgentAttempts, Money.Options().MaxAttempts)
	require.Zero(t, Marketing.Options().MaxAttempts)
}
