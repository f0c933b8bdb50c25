package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// childVariable tells a process that it is there to open one picture; its value is the longest side.
	childVariable = "LOANMARKET_PICTURE"
	// childCPU is the processor time of one picture in seconds, childTime its time in all.
	childCPU  = 10
	childTime = 20 * time.Second
	// childMemory is where a process is stopped, in bytes: far above what check lets in. childGC is where it begins to
	// tidy up.
	childMemory = 512 << 20
	childGC     = "256MiB"
	// niceness is its priority, between 0 and 19, where lower ones come first.
	niceness = 10
	// maxOut is above any JPEG of MaxSide.
	maxOut = 32 << 20
	// refused is how a process ends that could not open the picture.
	refused = 65
)

// init makes any program that opens pictures the one that opens a single one, when it is started so. It does it here,
// before main, so that tests' programs can, too.
func init() {
	side, err := strconv.Atoi(os.Getenv(childVariable))
	if err != nil {
		return
	}
	os.Exit(open(os.Stdin, os.Stdout, side))
}

// open is the whole life of the child: it bounds itself before it reads anything.
func open(in io.Reader, out io.Writer, side int) int {
	for resource, most := range map[int]uint64{unix.RLIMIT_CPU: childCPU, unix.RLIMIT_DATA: childMemory, unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: 0} {
		limit := unix.Rlimit{Cur: most, Max: most}
		// macOS refuses some; there the parent's time alone ends it.
		_ = unix.Setrlimit(resource, &limit)
	}
	stepAside()
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

// elsewhere opens a picture in a process of its own, which knows nothing: no variable of ours, no file, no connection.
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
	// A process that has been killed leaves nobody behind who could hold its output.
	child.WaitDelay = time.Second
	err = aside(child.Run)
	var ended *exec.ExitError
	switch {
	case err == nil && out.Len() > 0:
		return out.Bytes(), nil
	case ctx.Err() != nil:
		return nil, reason.New(reason.SystemBusy).After(time.Second).Because(ctx.Err())
	case err == nil, errors.As(err, &ended):
		// It refused, or it passed one of its bounds.
		return nil, reason.New(reason.FileBroken).Because(err)
	default:
		return nil, fmt.Errorf("picture: %w", err)
	}
}

// program is the file of this program. On Linux it is the one that runs, also after a deploy has replaced it.
func program() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}

var errTooLong = errors.New("picture: more comes out than can")

// bounded is a buffer of what the child writes.
type bounded struct {
	bytes.Buffer

	left int
}

// Write takes what still fits.
func (b *bounded) Write(piece []byte) (int, error) {
	if b.left -= len(piece); b.left < 0 {
		return 0, errTooLong
	}
	return b.Buffer.Write(piece)
}
