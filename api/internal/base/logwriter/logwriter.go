// Package logwriter prevents a slow log reader from blocking the process: the pipe of a reader that hangs is full after some
// hundred lines, and every call that logs would then block.
package logwriter

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog/diode"
)

const (
	// kept is how many lines are buffered for a slow reader; beyond that the oldest are lost.
	kept = 1 << 14
	// pollInterval is the maximum delay of a line if the reader is fast enough.
	pollInterval = 10 * time.Millisecond
	// closeTime is how long writing the last lines may take when the process ends.
	closeTime = time.Second
)

// Writer writes lines in the background, one after the other. It is safe for concurrent use.
type Writer struct {
	lines diode.Writer
	// since is when writing the current line began, in nanoseconds of the system's clock; zero if no line is being written.
	since atomic.Int64
	out   io.Writer
}

// New returns a writer for an output that may block.
func New(out io.Writer) *Writer {
	w := &Writer{out: out}
	w.lines = diode.NewWriter(writerFunc(w.write), kept, pollInterval, w.lost)
	return w
}

// Write buffers a line. It never fails and never blocks.
func (w *Writer) Write(line []byte) (int, error) { return w.lines.Write(line) }

// Waiting returns how long the current line has been waiting for the reader; zero if no line is being written.
func (w *Writer) Waiting() time.Duration {
	since := w.since.Load()
	if since == 0 {
		return 0
	}
	return time.Since(time.Unix(0, since))
}

// Close writes the remaining lines, for at most a second.
func (w *Writer) Close() {
	done := make(chan struct{})
	go func() {
		_ = w.lines.Close()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(closeTime):
	}
}

func (w *Writer) write(line []byte) (int, error) {
	w.since.Store(time.Now().UnixNano())
	defer w.since.Store(0)
	return w.out.Write(line)
}

// lost writes a line about the lines that were overwritten.
func (w *Writer) lost(lines int) {
	_, _ = w.write(fmt.Appendf(nil, `{"level":"error","lost":%d,"message":"lines of the log are lost: whoever reads it was late"}`+"\n", lines))
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
