// Package logtest captures the log output of processes and background work, for tests to inspect while these run.
package logtest

import (
	"bytes"
	"sync"
)

// Buffer is a bytes.Buffer that goroutines write to beside each other.
type Buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// String is what has been written so far.
func (b *Buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
