package lease_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lease"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

const limit = time.Minute

func TestExclusiveLeaseBlocksOthers(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	try := func(name string, kind lease.Kind) bool {
		held, err := lease.Hold(t.Context(), pool, name, kind, limit, func(context.Context) error { return nil })
		require.NoError(t, err)
		return held
	}
	for _, c := range []struct {
		first, second lease.Kind
		both          bool
	}{{lease.Shared, lease.Shared, true}, {lease.Shared, lease.Exclusive, false}, {lease.Exclusive, lease.Shared, false}, {lease.Exclusive, lease.Exclusive, false}} {
		failed := errors.New("the work failed")
		held, err := lease.Hold(t.Context(), pool, "files", c.first, limit, func(context.Context) error {
			require.Equal(t, c.both, try("files", c.second))
			require.True(t, try("other", lease.Exclusive), "a lease of another name must be free")
			require.Zero(t, pool.Stat().AcquiredConns(), "a held lease must not occupy a connection")
			return failed
		})
		require.True(t, held)
		require.ErrorIs(t, err, failed)
		require.True(t, try("files", lease.Exclusive), "the lease must be released")
	}
}

// A lease whose holder has died expires, so it blocks others no longer than its work might have taken.
func TestLeaseExpires(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	_, err := pool.Exec(t.Context(), `
		INSERT INTO lease (name, shared, until) VALUES ('over', false, now() - interval '1 second'), ('files', false, now() + interval '1 minute')`)
	require.NoError(t, err)
	for name, want := range map[string]bool{"over": true, "files": false} {
		held, err := lease.Hold(t.Context(), pool, name, lease.Shared, limit, func(ctx context.Context) error {
			end, bounded := ctx.Deadline()
			require.True(t, bounded)
			require.Less(t, time.Until(end), limit+time.Second, "the deadline of the work must not exceed the lease")
			return nil
		})
		require.NoError(t, err)
		require.Equal(t, want, held, name)
	}
}

func TestExclusiveLeaseHasOneConcurrentHolder(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	var alone, shared, held, ran atomic.Int32
	var group sync.WaitGroup
	for i := range 24 {
		kind, inside := lease.Shared, &shared
		if i%3 == 0 {
			kind, inside = lease.Exclusive, &alone
		}
		group.Go(func() {
			got, err := lease.Hold(t.Context(), pool, "files", kind, limit, func(context.Context) error {
				inside.Add(1)
				defer inside.Add(-1)
				ran.Add(1)
				time.Sleep(2 * time.Millisecond) // so that holders meet if they are not kept apart
				if kind == lease.Exclusive {
					assert.Zero(t, shared.Load())
				}
				assert.LessOrEqual(t, alone.Load(), int32(1))
				assert.False(t, alone.Load() > 0 && shared.Load() > 0)
				return nil
			})
			assert.NoError(t, err)
			if got {
				held.Add(1)
			}
		})
	}
	group.Wait()
	require.Positive(t, held.Load())
	require.Equal(t, held.Load(), ran.Load(), "who holds the lease has run, and nobody else")
}

// A lease that another transaction is about to take is seen: the second waits for it.
func TestConcurrentHoldWaitsForUncommittedLease(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	tx := postgrestest.Begin(t, pool)
	_, err := tx.Exec(t.Context(), `SELECT pg_advisory_xact_lock(hashtextextended('lease/files', 0))`)
	require.NoError(t, err)
	_, err = tx.Exec(t.Context(), `INSERT INTO lease (name, shared, until) VALUES ('files', false, now() + interval '1 minute')`)
	require.NoError(t, err)
	require.False(t, postgrestest.Behind(t, tx, func() bool {
		held, err := lease.Hold(t.Context(), pool, "files", lease.Exclusive, limit, func(context.Context) error { return nil })
		return held || err != nil
	}))
}
