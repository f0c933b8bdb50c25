package flock_test

import (
	"context"
	"path/filepath"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/devstack/flock"
)

func TestWaitTakesFreedLockOrTimesOut(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	synctest.Test(t, func(t *testing.T) {
		first, err := flock.Take(path, syscall.LOCK_EX)
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), 250*time.Millisecond)
		defer cancel()
		_, err = flock.Wait(ctx, path)
		require.ErrorIs(t, err, context.DeadlineExceeded)

		time.AfterFunc(10*time.Second, func() { _ = first.Close() })
		began := time.Now()
		second, err := flock.Wait(t.Context(), path)
		require.NoError(t, err)
		defer second.Close()
		require.LessOrEqual(t, time.Since(began), 10*time.Second+100*time.Millisecond)
	})
}
