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
	// pauseMin and pauseMax bound the wait before a worker that died is started anew; it doubles from death to death.
	pauseMin = 500 * time.Millisecond
	pauseMax = 30 * time.Second
	// settled is how long a worker must have lived for its death to count as the first.
	settled = time.Minute
)

// Supervisor runs a worker and starts it anew whenever it ends. While there is none the API says that the face is not
// ready, and everything else goes on: a dead worker stops nothing.
type Supervisor struct {
	cancel context.CancelFunc
	done   chan struct{}

	mu      sync.Mutex
	process *child.Process
	changed chan struct{} // closed and replaced whenever process changes
}

// Supervise begins to run the worker and returns at once. Install must have been called. say hears why a worker ended.
func Supervise(config Config, say func(error)) *Supervisor {
	ctx, cancel := context.WithCancel(context.Background())
	k := &Supervisor{cancel: cancel, done: make(chan struct{}), changed: make(chan struct{})}
	go func() {
		defer close(k.done)
		again(ctx, func() error { return k.once(ctx, config) }, say)
	}()
	return k
}

// Stop ends the worker and returns when it has ended.
func (s *Supervisor) Stop() {
	s.cancel()
	<-s.done
}

// Ready returns the process that answers, waiting for it while the worker starts.
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

// again runs something that is meant to last, and again when it has ended, until ctx ends.
func again(ctx context.Context, once func() error, say func(error)) {
	pause := pauseMin
	for ctx.Err() == nil {
		began := time.Now()
		err := once()
		if ctx.Err() != nil {
			return
		}
		say(err)
		if time.Since(began) >= settled {
			pause = pauseMin
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, pauseMax)
	}
}

// once runs one worker to its end and tells why it ended.
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

// node finds the program that runs the worker.
func node() (string, error) {
	path, err := exec.LookPath("node")
	if err != nil {
		return "", errors.New("the face worker needs the `node` command: install Node 20.19 or later")
	}
	return path, nil
}
