package faceworker

import (
	"context"
	"errors"
	"os/exec"
	"sync"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/devstack/child"
)

const (
	// pauseMin and pauseMax bound the delay before a worker that ended is restarted; it doubles with each end.
	pauseMin = 500 * time.Millisecond
	pauseMax = 30 * time.Second
	// stableAfter is how long a worker must have run for the delay to start at pauseMin again.
	stableAfter = time.Minute
)

// Supervisor runs a worker and restarts it whenever it ends. Meanwhile the API responds that the face check is not ready, and
// everything else keeps working.
type Supervisor struct {
	cancel context.CancelFunc
	done   chan struct{}

	mu      sync.Mutex
	process *child.Process
	changed chan struct{} // closed and replaced whenever process changes
}

// Supervise starts the worker and returns at once. Install must have been called. say is called with the reason when a worker
// ends.
func Supervise(config Config, say func(error)) *Supervisor {
	ctx, cancel := context.WithCancel(context.Background())
	k := &Supervisor{cancel: cancel, done: make(chan struct{}), changed: make(chan struct{})}
	go func() {
		defer close(k.done)
		again(ctx, func() error { return k.once(ctx, config) }, say)
	}()
	return k
}

// Stop stops the worker and returns when it has ended.
func (s *Supervisor) Stop() {
	s.cancel()
	<-s.done
}

// Ready returns the running process, and waits for it while the worker starts.
func (s *Supervisor) Ready(ctx context.Context) (*child.Process, error) {
	for {
		s.mu.Lock()
		process, changed := s.process, s.changed
		s.mu.Unlock()
		if process != nil {
			return process, nil
		}
		select {
		case <-changed:
		case <-s.done:
			return nil, errors.New("the face worker was stopped")
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// again runs a long-running function, and restarts it when it has ended, until ctx ends.
func again(ctx context.Context, once func() error, say func(error)) {
	pause := pauseMin
	for ctx.Err() == nil {
		began := time.Now()
		err := once()
		if ctx.Err() != nil {
			return
		}
		say(err)
		if time.Since(began) >= stableAfter {
			pause = pauseMin
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, pauseMax)
	}
}

// once runs one worker until it ends, and returns the reason.
func (s *Supervisor) once(ctx context.Context, config Config) error {
	process, err := Start(ctx, config)
	if err != nil {
		return err
	}
	defer process.Stop()
	s.set(process)
	defer s.set(nil)
	select {
	case <-process.Done():
		return process.Ended()
	case <-ctx.Done():
		return nil
	}
}

func (s *Supervisor) set(process *child.Process) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.process = process
	close(s.changed)
	s.changed = make(chan struct{})
}

// node returns the path of the node executable.
func node() (string, error) {
	path, err := exec.LookPath("node")
	if err != nil {
		return "", errors.New("the face worker needs the `node` command: install Node 20.19 or later")
	}
	return path, nil
}
