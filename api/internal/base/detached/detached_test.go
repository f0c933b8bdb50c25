package detached_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/detached"
)

func TestDetachedContextEndsOnlyByItsTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		type key struct{}
		request, end := context.WithCancel(context.WithValue(t.Context(), key{}, "kept"))
		ctx, cancel := detached.WithTimeout(request, time.Second)
		defer cancel()
		end()
		time.Sleep(time.Second - time.Nanosecond)
		synctest.Wait()
		require.NoError(t, ctx.Err(), "the end of the request must not cancel the detached context")
		require.Equal(t, "kept", ctx.Value(key{}))
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		require.ErrorIs(t, ctx.Err(), context.DeadlineExceeded)
	})
}
