// Package logwriter keeps a slow reader of the log from stopping the process: a pipe whose reader hangs is full after some hundred
// lines, and each call that logs would then block.
package logwriter

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog/diode"
)

const (
	// kept is how many lines wait for a reader that is late; of more than those the oldest are lost.
	kept = 1 << 14
	// pollInterval is how late a line is at most where the reader is not.
	pollInterval = 10 * time.Millisecond
	// closeTime is how long the last lines may take when the process ends.
	closeTime = time.Second
)

// Writer writes one line after the other, behind whoever logs. It is safe for many at once.
type Writer struct {
	lines diode.Writer
	// since is when the line began that is being written, in nanoseconds of the system's clock; zero when none is.
	since atomic.Int64
	out   io.Writer
}

// New makes a writer of what may block.
func New(out io.Writer) *Writer {
	w := &Writer{out: out}
	w.lines = diode.NewWriter(writerFunc(w.write), kept, pollInterval, w.lost)
	return w
}

// Write keeps a line to be written. It never fails and never waits.
func (w *Writer) Write(line []byte) (int, error) { return w.lines.Write(line) }

// Waiting is how long the line that is being written has waited for the reader; zero when none is.
func (w *Writer) Waiting() time.Duration {
	since := w.since.Load()
	if since == 0 {
		return 0
	}
	return time.Since(time.Unix(0, since))
}

// Close writes what is left, as far as the reader takes it in a second.
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

// lost tells of lines that were overwritten, where they would stand.
func (w *Writer) lost(lines int) {
	_, _ = w.write(fmt.Appendf(nil, `{"level":"error","lost":%d,"message":"lines of the log are lost: whoever reads it was late"}`+"\n", lines))
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
