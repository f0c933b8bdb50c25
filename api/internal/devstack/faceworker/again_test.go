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
		uptimes := []time.Duration{0, 0, 0, 0, 0, 0, 0, 0, stableAfter, 0}
		var starts []time.Time
		reported := 0
		again(ctx, func() error {
			starts = append(starts, time.Now())
			if len(starts) > len(uptimes) {
				cancel()
				return ctx.Err()
			}
			time.Sleep(uptimes[len(starts)-1])
			return errors.New("dead")
		}, func(error) { reported++ })
		var waits []time.Duration
		for i, uptime := range uptimes {
			waits = append(waits, starts[i+1].Sub(starts[i])-uptime)
		}
		const s = time.Second
		require.Equal(t, []time.Duration{s / 2, s, 2 * s, 4 * s, 8 * s, 16 * s, 30 * s, 30 * s, s / 2, s}, waits)
		require.Equal(t, len(uptimes), reported, "an intended stop must not be reported")
	})
}

func TestStopDoesNotWaitForRestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		began := time.Now()
		again(ctx, func() error { return errors.New("dead") }, func(error) {})
		require.Equal(t, time.Millisecond, time.Since(began))
	})
}
