package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// childVariable marks a process that only decodes one picture; its value is the longest side of the result.
	childVariable = "LOANMARKET_PICTURE"
	// childCPU is the CPU time for one picture in seconds, childTime the total time.
	childCPU  = 10
	childTime = 20 * time.Second
	// childMemory is the memory limit of the process in bytes: far above what check admits. childGC is the soft limit at which
	// its garbage collector becomes aggressive.
	childMemory = 512 << 20
	childGC     = "256MiB"
	// niceness is the nice value of the process, between 0 and 19; lower values run first.
	niceness = 10
	// maxOut is above the size of any JPEG of MaxSide.
	maxOut = 32 << 20
	// refused is the exit code if the picture could not be decoded.
	refused = 65
)

// init turns any program that decodes pictures into the child process if childVariable is set. It runs before main, so that
// test binaries can be the child too.
func init() {
	side, err := strconv.Atoi(os.Getenv(childVariable))
	if err != nil {
		return
	}
	os.Exit(open(os.Stdin, os.Stdout, side))
}

// open is everything the child does: it sets its resource limits before it reads anything.
func open(in io.Reader, out io.Writer, side int) int {
	// Service managers and terminals also send the child their signals to stop, but a process that stops still answers its running
	// uploads.
	signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	for resource, most := range map[int]uint64{unix.RLIMIT_CPU: childCPU, unix.RLIMIT_DATA: childMemory, unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: 0} {
		limit := unix.Rlimit{Cur: most, Max: most}
		// macOS rejects some limits; there only the parent's timeout ends it.
		_ = unix.Setrlimit(resource, &limit)
	}
	lowerPriority()
	raw, err := io.ReadAll(io.LimitReader(in, MaxBytes+1))
	if err != nil {
		return refused
	}
	written, err := rewrite(raw, side)
	if err != nil {
		return refused
	}
	if _, err := out.Write(written); err != nil {
		return refused
	}
	return 0
}

// elsewhere decodes a picture in a separate process that has no access to our environment variables, files or connections.
func elsewhere(ctx context.Context, raw []byte, side int) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, childTime)
	defer cancel()
	self, err := program()
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	child := exec.CommandContext(ctx, self)
	child.Env = []string{childVariable + "=" + strconv.Itoa(side), "GOMAXPROCS=1", "GOMEMLIMIT=" + childGC, "GOTRACEBACK=none"}
	child.Dir = "/"
	child.Stdin = bytes.NewReader(raw)
	out := &bounded{left: maxOut}
	child.Stdout = out
	// A killed process has no children that could keep its output open.
	child.WaitDelay = time.Second
	err = withLowPriority(child.Run)
	var ended *exec.ExitError
	switch {
	case err == nil && out.kept.Len() > 0:
		return out.kept.Bytes(), nil
	case ctx.Err() != nil:
		return nil, reason.New(reason.SystemBusy).After(time.Second).Because(ctx.Err())
	case errors.As(err, &ended) && killed(ended.ProcessState):
		return nil, reason.New(reason.SystemBusy).After(time.Second).Because(err)
	case err == nil, errors.As(err, &ended):
		// It rejected the picture, or exceeded one of its limits.
		return nil, reason.New(reason.FileBroken).Because(err)
	default:
		return nil, fmt.Errorf("picture: %w", err)
	}
}

// killed reports whether a child was killed by something other than its own limits, for example by the system because memory ran
// out: that says nothing about the picture.
func killed(child *os.ProcessState) bool {
	status, known := child.Sys().(syscall.WaitStatus)
	// The kernel counts the time of its limit by other means, which differ a little.
	return known && status.Signaled() && child.UserTime()+child.SystemTime() < (childCPU-1)*time.Second
}

// program returns the path of this program. On Linux it is the running binary, even after a deploy has replaced the file.
func program() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}

var errTooLong = errors.New("picture: the output is too long")

// bounded keeps the output of the child up to a size limit. The buffer is not embedded: io.Copy would let it read the output itself,
// past the limit.
type bounded struct {
	kept bytes.Buffer
	left int
}

// Write appends the bytes, or returns an error if they exceed the limit.
func (b *bounded) Write(piece []byte) (int, error) {
	if b.left -= len(piece); b.left < 0 {
		return 0, errTooLong
	}
	return b.kept.Write(piece)
}
