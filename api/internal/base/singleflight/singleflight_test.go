package singleflight_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/singleflight"
)

func TestOneAsksForAllAndToTheEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var questions singleflight.Group[string]
		gate, asked := make(chan struct{}), 0
		ask := func(ctx context.Context) (string, error) {
			asked++
			select {
			case <-gate:
				return "yes", nil
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}
		ctx, leave := context.WithCancel(t.Context())
		first := questions.Begin(ctx, "a", ask)
		second := make(chan string)
		go func() {
			answer, err := questions.Do(t.Context(), "a", ask)
			require.NoError(t, err)
			second <- answer
		}()
		synctest.Wait()
		leave()
		_, err := first(ctx)
		require.ErrorIs(t, err, context.Canceled)
		close(gate)
		require.Equal(t, "yes", <-second)
		require.Equal(t, 1, asked)
		_, err = questions.Do(t.Context(), "a", func(context.Context) (string, error) { return "", errors.ErrUnsupported })
		require.ErrorIs(t, err, errors.ErrUnsupported, "nothing is remembered")
	})
}
