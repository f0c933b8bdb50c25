package idempotency_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestEventIsProcessedOnce(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	var counted atomic.Int32
	deliver := func(source, payload string, fail error) error {
		return postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
			b := &pgx.Batch{}
			delivery, err := idempotency.QueueEvent(b, source, "e-1", map[string]string{"payload": payload}, time.Now())
			if err != nil {
				return err
			}
			if err := tx.SendBatch(ctx, b).Close(); err != nil {
				return err
			}
			if fresh, err := delivery.Fresh(ctx, tx); err != nil || !fresh {
				return err
			}
			counted.Add(1)
			return fail
		})
	}
	note := func(source string, fail error) error { return deliver(source, "yes", fail) }
	require.ErrorIs(t, note("payment:sandbox", context.Canceled), context.Canceled)
	counted.Store(0)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { require.NoError(t, note("payment:sandbox", nil)) })
	}
	wg.Wait()
	require.Equal(t, int32(1), counted.Load(), "concurrent deliveries after a rollback must be processed once")
	require.NoError(t, note("payment:other", nil))
	require.Equal(t, int32(2), counted.Load(), "the same id of another source is another event")

	require.Equal(t, reason.IdempotencyConflict, reason.Of(deliver("payment:other", "no", nil)), "the same id with another payload is a conflict")
	require.NoError(t, note("payment:other", nil), "the first delivery must still be known")
	require.Equal(t, int32(2), counted.Load())

	_, err := pool.Exec(t.Context(), `INSERT INTO hook_event (source, event_id, received_at) VALUES ('payment:old', 'e-1', now())`)
	require.NoError(t, err)
	require.NoError(t, deliver("payment:old", "no", nil), "an old row without a payload hash accepts any payload")
	require.Equal(t, int32(2), counted.Load())
}
