package job_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

func TestSharesLimitConcurrentJobsPerPartner(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		shares := job.NewShares(2)
		busy := func(partner string) time.Duration {
			t.Helper()
			_, err := shares.Take(partner)
			var full *job.Busy
			require.ErrorAs(t, err, &full)
			return full.After
		}
		take := func(partner string) func() {
			t.Helper()
			done, err := shares.Take(partner)
			require.NoError(t, err)
			return done
		}
		first, second := take("silent"), take("silent")
		require.Less(t, busy("silent"), 2*time.Second, "without a measurement the retry delay must be short")
		quick := take("quick")
		quick()
		time.Sleep(8 * time.Second)
		first()
		third := take("silent")
		require.GreaterOrEqual(t, busy("silent"), 8*time.Second, "the retry delay must be about the measured duration")
		require.Less(t, busy("silent"), 12*time.Second)
		time.Sleep(time.Minute)
		second()
		take("silent")
		require.LessOrEqual(t, busy("silent"), 15*time.Second)
		third()
		take("silent")
		require.Less(t, busy("silent"), 20*time.Second)
		take("quick")
		take("quick")
		require.Less(t, busy("quick"), 2*time.Second)
	})
}
