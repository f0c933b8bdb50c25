package maintenance

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestEveryRunsEachSixHoursAndAMinuteAfterAFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 24*time.Hour-time.Second)
		defer cancel()
		began := time.Now()
		var marks []time.Duration
		failures := 0
		every(ctx, func() error {
			if marks = append(marks, time.Since(began)); len(marks) <= 2 {
				return errors.New("store unavailable")
			}
			return nil
		}, func(err error) {
			if err != nil {
				failures++
			}
		})
		const h, m = time.Hour, time.Minute
		require.Equal(t, []time.Duration{0, m, 2 * m, 6*h + 2*m, 12*h + 2*m, 18*h + 2*m}, marks)
		require.Equal(t, 2, failures)
		require.Equal(t, 24*time.Hour-time.Second, time.Since(began), "it returns when the context ends")
	})
}
