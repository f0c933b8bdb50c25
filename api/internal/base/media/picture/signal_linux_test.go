package picture_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/media/picture"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/picturetest"
)

// Service managers and terminals send the signal that stops a process to its children, too. The process still answers the uploads
// that are running, so their pictures are decoded to the end.
func TestDecodingGoesOnWhileProcessStops(t *testing.T) {
	t.Parallel()
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		require.NoError(t, signalled(t, 1001+int(signal), picturetest.Scans(2000, 200), signal), signal)
	}
}

// A decoder that something else kills, such as the system when memory runs out, says nothing about the picture.
func TestKilledDecodingMayBeRepeated(t *testing.T) {
	t.Parallel()
	require.Equal(t, reason.SystemBusy, reason.Of(signalled(t, 1000, picturetest.Scans(5000, 20_000), syscall.SIGKILL)))
}

// signalled decodes a picture to a side that no other test uses, and sends a signal to the child process that does it.
func signalled(t *testing.T, side int, raw []byte, signal syscall.Signal) error {
	t.Helper()
	ended := make(chan error, 1)
	go func() {
		_, err := picture.Elsewhere(t.Context(), raw, side)
		ended <- err
	}()
	var child int
	require.Eventually(t, func() bool { child = decodes(side); return child != 0 }, 10*time.Second, time.Millisecond)
	require.NoError(t, syscall.Kill(child, signal))
	return <-ended
}

// decodes returns the process that decodes a picture to a side and has begun, or zero.
func decodes(side int) int {
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range processes {
		environment, _ := os.ReadFile(folder + "/environ")
		if !strings.HasPrefix(string(environment), "LOANMARKET_PICTURE="+strconv.Itoa(side)+"\x00") {
			continue
		}
		stat, _ := os.ReadFile(folder + "/stat")
		_, rest, _ := strings.Cut(string(stat), ") ")
		// The 14th field of the line: hundredths of a second in user mode.
		if fields := strings.Fields(rest); len(fields) > 11 {
			if used, _ := strconv.Atoi(fields[11]); used > 20 {
				child, _ := strconv.Atoi(filepath.Base(folder))
				return child
			}
		}
	}
	return 0
}
