package clock_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestBusinessTimeIsWallTimePlusTheOffset(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	c, err := clock.NewBusiness(t.Context(), pool)
	require.NoError(t, err)
	require.Zero(t, c.Offset())
	require.WithinDuration(t, time.Now(), c.Now(), time.Minute)

	require.NoError(t, c.Advance(t.Context(), 24*time.Hour))
	require.NoError(t, c.Advance(t.Context(), time.Hour))
	require.WithinDuration(t, time.Now().Add(25*time.Hour), c.Now(), time.Minute)
	require.ErrorIs(t, c.Advance(t.Context(), -time.Hour), clock.ErrBackwards)

	restarted, err := clock.NewBusiness(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, 25*time.Hour, restarted.Offset(), "the offset must survive a restart")
}

// A read of the offset that began before an advance and ends after it returns the old offset.
func TestStaleOffsetDoesNotReplaceNewerOne(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	c, err := clock.NewBusiness(t.Context(), pool)
	require.NoError(t, err)
	require.NoError(t, c.Advance(t.Context(), 48*time.Hour))
	_, err = postgrestest.Owner(t, pool).Exec(t.Context(), `UPDATE clock_offset SET seconds = 3600`)
	require.NoError(t, err)
	require.NoError(t, c.Advance(t.Context(), time.Hour))
	require.Equal(t, 48*time.Hour, c.Offset())
}

func TestFollowerReceivesOffsetChanges(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	mover, err := clock.NewBusiness(t.Context(), pool)
	require.NoError(t, err)
	follower, err := clock.NewBusiness(t.Context(), pool)
	require.NoError(t, err)

	ctx, stop := context.WithCancel(t.Context())
	ready, stopped := make(chan struct{}), make(chan error, 1)
	go func() { stopped <- follower.Follow(ctx, postgrestest.Direct(t, pool), func() { close(ready) }) }()
	<-ready
	require.NoError(t, mover.Advance(t.Context(), 48*time.Hour))
	require.Eventually(t, func() bool { return follower.Offset() == 48*time.Hour }, 10*time.Second, time.Millisecond)

	// A killed connection is opened again, and no change is missed.
	admin := postgrestest.Owner(t, pool)
	_, err = admin.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND query = 'SELECT seconds FROM clock_offset' AND pid <> pg_backend_pid()`)
	require.NoError(t, err)
	require.NoError(t, mover.Advance(t.Context(), time.Hour))
	require.Eventually(t, func() bool { return follower.Offset() == 49*time.Hour }, 10*time.Second, time.Millisecond)
	stop()
	require.NoError(t, <-stopped)
}

// Behind a pooler LISTEN does not work, so the offset is polled.
func TestFollowerWithoutListenPollsTheOffset(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	mover, err := clock.NewBusiness(t.Context(), pool)
	require.NoError(t, err)
	follower, err := clock.NewBusiness(t.Context(), pool)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- follower.Follow(ctx, nil, nil) }()
	require.NoError(t, mover.Advance(t.Context(), 48*time.Hour))
	require.Eventually(t, func() bool { return follower.Offset() == 48*time.Hour }, 10*time.Second, time.Millisecond)
	stop()
	require.NoError(t, <-stopped)
}
