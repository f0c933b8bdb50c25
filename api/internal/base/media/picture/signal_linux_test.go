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
		require.NoError(t, signalled(t, 1001+int(signal), picturetest.Scans(1000, 200), signal), signal)
	}
}

// A decoder that something else kills, such as the system when memory runs out, says nothing about the picture.
func TestKilledDecodingMayBeRepeated(t *testing.T) {
	t.Parallel()
	require.Equal(t, reason.SystemBusy, reason.Of(signalled(t, 1000, picturetest.Scans(5000, 20_000), syscall.SIGKILL)))
}

// signalled decodes a picture to a side that no other test uses, and sends a signal to the child process that does it, as soon as
// the child has prepared for it.
func signalled(t *testing.T, side int, raw []byte, signal syscall.Signal) error {
	t.Helper()
	ended := make(chan error, 1)
	go func() {
		_, err := picture.Elsewhere(t.Context(), raw, side)
		ended <- err
	}()
	var child int
	require.Eventually(t, func() bool {
		child = decodes(side)
		return child != 0 && (signal == syscall.SIGKILL || ignores(child, signal))
	}, 15*time.Second, time.Millisecond)
	require.NoError(t, syscall.Kill(child, signal))
	return <-ended
}

// decodes returns the child process that decodes a picture to a side, or zero.
func decodes(side int) int {
	own, _ := filepath.Glob("/proc/self/task/*/children")
	for _, file := range own {
		children, _ := os.ReadFile(file)
		for _, child := range strings.Fields(string(children)) {
			environment, _ := os.ReadFile("/proc/" + child + "/environ")
			if strings.HasPrefix(string(environment), "LOANMARKET_PICTURE="+strconv.Itoa(side)+"\x00") {
				pid, _ := strconv.Atoi(child)
				return pid
			}
		}
	}
	return 0
}

// ignores reports whether a process ignores a signal.
func ignores(process int, signal syscall.Signal) bool {
	status, _ := os.ReadFile("/proc/" + strconv.Itoa(process) + "/status")
	_, after, _ := strings.Cut(string(status), "SigIgn:")
	mask, _, _ := strings.Cut(strings.TrimSpace(after), "\n")
	ignored, _ := strconv.ParseUint(mask, 16, 64)
	return ignored>>(signal-1)&1 == 1
}
