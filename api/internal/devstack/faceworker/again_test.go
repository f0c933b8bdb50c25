package faceworker

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// The delay before a restart doubles with each immediate end, up to half a minute; it starts again after a worker has run for a
// minute.
func TestRestartsBackOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		lived := []time.Duration{0, 0, 0, 0, 0, 0, 0, 0, settled, 0}
		var starts []time.Time
		said := 0
		again(ctx, func() error {
			starts = append(starts, time.Now())
			if len(starts) > len(lived) {
				cancel()
				return ctx.Err()
			}
			time.Sleep(lived[len(starts)-1])
			return errors.New("dead")
		}, func(error) { said++ })
		var waits []time.Duration
		for i, life := range lived {
			waits = append(waits, starts[i+1].Sub(starts[i])-life)
		}
		const s = time.Second
		require.Equal(t, []time.Duration{s / 2, s, 2 * s, 4 * s, 8 * s, 16 * s, 30 * s, 30 * s, s / 2, s}, waits)
		require.Equal(t, len(lived), said, "its end at our wish is no news")
	})
}

func TestAStopDoesNotWaitForTheNextStart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		began := time.Now()
		again(ctx, func() error { return errors.New("dead") }, func(error) {})
		require.Equal(t, time.Millisecond, time.Since(began))
	})
}
