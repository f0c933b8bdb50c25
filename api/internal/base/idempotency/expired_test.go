package idempotency_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A response that has expired, and that nobody has deleted yet, is none: the request with its key runs again, and needs
// the preparations again.
func TestExpiredAnswerDoesNotCount(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	first := keyFor(t, 100)
	first.At = time.Now().Add(-time.Hour)
	_, err := idempotency.Run(t.Context(), pool, first, effect)
	require.NoError(t, err)
	answered := func(at time.Time) bool {
		key := first
		key.At = at
		b := &pgx.Batch{}
		seen := idempotency.QueueIsAnswered(b, key)
		require.NoError(t, pool.SendBatch(t.Context(), b).Close())
		return *seen
	}
	require.True(t, answered(time.Time{}), "the zero time is now")
	require.True(t, answered(first.At.Add(idempotency.TTL-time.Second)))
	later := first
	later.At = first.At.Add(idempotency.TTL)
	require.False(t, answered(later.At))
	got, err := idempotency.Run(t.Context(), pool, later, effect)
	require.NoError(t, err)
	require.Equal(t, 2, got.Effects, "it runs again")
	require.True(t, answered(later.At))
}
