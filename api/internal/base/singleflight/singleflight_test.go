package singleflight_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/singleflight"
)

func TestConcurrentCallsShareOneResult(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var group singleflight.Group[string]
		gate, calls := make(chan struct{}), 0
		ask := func(ctx context.Context) (string, error) {
			calls++
			select {
			case <-gate:
				return "yes", nil
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}
		ctx, leave := context.WithCancel(t.Context())
		first := group.Begin(ctx, "a", ask)
		second := make(chan string)
		go func() {
			answer, err := group.Do(t.Context(), "a", ask)
			require.NoError(t, err)
			second <- answer
		}()
		synctest.Wait()
		leave()
		_, err := first(ctx)
		require.ErrorIs(t, err, context.Canceled)
		close(gate)
		require.Equal(t, "yes", <-second)
		require.Equal(t, 1, calls)
		_, err = group.Do(t.Context(), "a", func(context.Context) (string, error) { return "", errors.ErrUnsupported })
		require.ErrorIs(t, err, errors.ErrUnsupported, "a finished result must not be cached")
	})
}

// A panic ends neither the process nor the key: every caller gets an error, and the next call asks again.
func TestPanicIsAnErrorOfTheCall(t *testing.T) {
	t.Parallel()
	var group singleflight.Group[string]
	_, err := group.Do(t.Context(), "a", func(context.Context) (string, error) { panic("too much") })
	require.ErrorContains(t, err, "too much")
	answer, err := group.Do(t.Context(), "a", func(context.Context) (string, error) { return "yes", nil })
	require.NoError(t, err)
	require.Equal(t, "yes", answer)
}
