package pages

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// A page that is not cached is made once for all concurrent requests. A list of products that does not load delays it
// no longer than its timeout.
func TestPageCacheRendersOnceAndTimesOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var pages pageCache
		began, made, silent, first := time.Now(), 0, true, &page{}
		get := func() (*page, error) {
			return pages.get(t.Context(), bootKey{name: appPage}, func(ctx context.Context, before cachedPage) (cachedPage, error) {
				made++
				if silent {
					<-ctx.Done()
					return before, ctx.Err()
				}
				return cachedPage{page: first}, nil
			})
		}
		failed := make(chan error, 2)
		for range 2 {
			go func() {
				_, err := get()
				failed <- err
			}()
		}
		require.ErrorIs(t, <-failed, context.DeadlineExceeded)
		require.ErrorIs(t, <-failed, context.DeadlineExceeded)
		require.Equal(t, marketTimeout, time.Since(began))
		require.Equal(t, 1, made)

		silent = false
		for range 3 {
			p, err := get()
			require.NoError(t, err)
			require.Same(t, first, p)
		}
		require.Equal(t, 2, made, "the page is cached")

		time.Sleep(marketTTL)
		silent = true
		p, err := get()
		require.NoError(t, err)
		require.Same(t, first, p, "the last page is served while rendering times out")
	})
}
