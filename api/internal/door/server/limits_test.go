package server

import (
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// A connection that is only just fast enough not to be dropped has enough time for a photo. Otherwise nobody on 2G
// could send one.
func TestUploadTimeAllowsForASlowConnection(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 100 << 10, 400_000} {
		require.Greater(t, uploadTime(size), time.Duration(size)*time.Second/minBodyRate, "%d bytes", size)
	}
	require.Equal(t, uploadReadTimeout, uploadTime(uploadLimit), "the announced length does not raise the maximum")
	require.Equal(t, uploadReadTimeout, uploadTime(-1))
}

// A body that the connection did not deliver is retried automatically, because its content is not at fault.
func TestIncompleteBodyCanBeRetried(t *testing.T) {
	t.Parallel()
	for _, lost := range []error{os.ErrDeadlineExceeded, &net.OpError{Op: "read", Err: io.ErrClosedPipe}, io.ErrUnexpectedEOF} {
		refusal := Unreadable(lost)
		require.Equal(t, reason.NotArrived, refusal.Reason, lost.Error())
		require.True(t, refusal.Reason.Retryable())
	}
	require.Equal(t, reason.InvalidParameter, Unreadable(io.ErrNoProgress).Reason)
}
