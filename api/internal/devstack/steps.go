package devstack

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// steps prints the steps of a start, one line each; they run concurrently.
type steps struct {
	mu  sync.Mutex
	out io.Writer
}

func (s *steps) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.out, "  "+format+"\n", args...)
}

// run runs a step and prints its name and duration.
func (s *steps) run(name string, step func() error) error {
	begin := time.Now()
	if err := step(); err != nil {
		return err
	}
	s.say("%-28s %6.1f s", name, time.Since(begin).Seconds())
	return nil
}
