package member

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// While another measurement waits for a lock, callers use the last measured share.
func TestShareMeasurementDoesNotBlockOtherCallers(t *testing.T) {
	t.Parallel()
	m, at := sender(t, &fakeGateway{})
	_, err := m.shareTooLow(t.Context())
	require.NoError(t, err)
	at.Advance(shareTTL)
	holder, err := postgrestest.Owner(t, m.Pool).Begin(t.Context())
	require.NoError(t, err)
	_, err = holder.Exec(t.Context(), `LOCK TABLE sms_code IN ACCESS EXCLUSIVE MODE`)
	require.NoError(t, err)
	measured := make(chan error, 1)
	go func() {
		_, err := m.shareTooLow(t.Context())
		measured <- err
	}()
	require.Eventually(t, func() bool { return postgrestest.Blocks(t, holder) }, 10*time.Second, 5*time.Millisecond)
	_, err = m.shareTooLow(t.Context())
	require.NoError(t, err)
	require.True(t, postgrestest.Blocks(t, holder), "the first measurement is still running")
	require.NoError(t, holder.Rollback(t.Context()))
	require.NoError(t, <-measured)
}

// Before the first measurement all callers wait for one query, each until its own context ends. The end of one caller's context
// does not affect the others.
func TestFirstShareMeasurementIsSharedAndCancellable(t *testing.T) {
	t.Parallel()
	m, _ := sender(t, &fakeGateway{})
	holder, err := postgrestest.Owner(t, m.Pool).Begin(t.Context())
	require.NoError(t, err)
	_, err = holder.Exec(t.Context(), `LOCK TABLE sms_code IN ACCESS EXCLUSIVE MODE`)
	require.NoError(t, err)
	asking, leave := context.WithCancel(t.Context())
	ask := func(ctx context.Context) <-chan error {
		answered := make(chan error, 1)
		go func() {
			_, err := m.shareTooLow(ctx)
			answered <- err
		}()
		return answered
	}
	leaves := ask(asking)
	require.Eventually(t, func() bool { return postgrestest.Blocks(t, holder) }, 10*time.Second, 5*time.Millisecond)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = m.shareTooLow(gone)
	require.ErrorIs(t, err, context.Canceled, "a caller with a cancelled context does not wait for the query")
	stays := ask(t.Context())
	leave()
	require.ErrorIs(t, <-leaves, context.Canceled)
	require.True(t, postgrestest.Blocks(t, holder), "the query continues after its first caller has left")
	require.NoError(t, holder.Rollback(t.Context()))
	require.NoError(t, <-stays)
}
