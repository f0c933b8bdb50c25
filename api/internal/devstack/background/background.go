// Package background runs the steps of a start that nothing has to wait for, one after the other while the app is running, and
// reports their progress.
package background

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	// progressInterval is how often the progress of a long step is printed.
	progressInterval = 30 * time.Second
	// retryDelay is the delay before a failed step is retried: its cause, usually the network, may be gone by then.
	retryDelay = time.Minute
)

// Step is one piece of work. It may be run again after it was interrupted, and then continues where it was as far as possible.
type Step struct {
	Name string
	// Needed says in a few words what waits for the step.
	Needed string
	// Usual is how long it takes on two otherwise idle processors.
	Usual time.Duration
	Run   func(ctx context.Context) error
}

// The states of a step.
const (
	Waiting = "waiting"
	Running = "running"
	Failed  = "failed" // it is retried
	Done    = "done"
)

// Progress is the progress of a step.
type Progress struct {
	Name   string `json:"name"`
	Needed string `json:"needed"`
	State  string `json:"state"`
	// ElapsedSeconds is how long it has been running or took; LeftSeconds is an estimate of the rest, 0 if unknown.
	ElapsedSeconds int `json:"elapsedSeconds"`
	LeftSeconds    int `json:"leftSeconds"`
	// Error is the error of the last failure.
	Error string `json:"error"`
}

// Work is a running sequence of steps.
type Work struct {
	estimates *Estimates
	out       io.Writer
	cancel    context.CancelFunc
	done      chan struct{}

	mu       sync.Mutex
	progress []Progress
	usual    []time.Duration
	began    time.Time // of the running step
}

// Start starts the steps and returns at once.
func Start(out io.Writer, estimates *Estimates, steps ...Step) *Work {
	ctx, cancel := context.WithCancel(context.Background())
	w := &Work{estimates: estimates, out: out, cancel: cancel, done: make(chan struct{})}
	for _, step := range steps {
		w.progress = append(w.progress, Progress{Name: step.Name, Needed: step.Needed, State: Waiting})
		w.usual = append(w.usual, estimates.Of(step.Name, step.Usual))
	}
	go w.run(ctx, steps)
	return w
}

// Stop interrupts the running step and returns when it has ended. Finished steps are kept.
func (w *Work) Stop() {
	w.cancel()
	<-w.done
}

// Progress returns the progress of each step, in order.
func (w *Work) Progress() []Progress {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := append([]Progress{}, w.progress...)
	for i := range all {
		if all[i].State == Running {
			elapsed := time.Since(w.began)
			all[i].ElapsedSeconds = int(elapsed.Seconds())
			all[i].LeftSeconds = max(0, int((w.usual[i] - elapsed).Seconds()))
		}
		if all[i].State == Waiting {
			all[i].LeftSeconds = int(w.usual[i].Seconds())
		}
	}
	return all
}

func (w *Work) run(ctx context.Context, steps []Step) {
	defer close(w.done)
	for i, step := range steps {
		for ctx.Err() == nil && !w.attempt(ctx, i, step) {
			select {
			case <-ctx.Done():
			case <-time.After(retryDelay):
			}
		}
	}
}

// attempt runs a step once and reports whether it succeeded.
func (w *Work) attempt(ctx context.Context, i int, step Step) bool {
	begin := time.Now()
	w.set(i, Progress{State: Running}, begin)
	ended := make(chan struct{})
	var saying sync.WaitGroup
	saying.Go(func() { w.say(i, step, ended) })
	err := step.Run(ctx)
	close(ended)
	saying.Wait()
	elapsed := time.Since(begin)
	switch {
	case ctx.Err() != nil:
		// Keep the remaining time as the estimate for the next start.
		w.estimates.Keep(step.Name, max(w.usual[i]-elapsed, w.usual[i]/10))
	case err != nil:
		w.set(i, Progress{State: Failed, Error: err.Error()}, begin)
		fmt.Fprintf(w.out, "  %s: %v\n  It is retried every minute; %s.\n", step.Name, err, step.Needed)
	default:
		w.set(i, Progress{State: Done, ElapsedSeconds: int(elapsed.Seconds())}, begin)
		w.estimates.Keep(step.Name, elapsed)
		fmt.Fprintf(w.out, "  %-28s %6.1f s\n", step.Name, elapsed.Seconds())
		return true
	}
	return false
}

func (w *Work) set(i int, p Progress, began time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p.Name, p.Needed = w.progress[i].Name, w.progress[i].Needed
	w.progress[i], w.began = p, began
}

// say prints the progress of a step from time to time until it has ended.
func (w *Work) say(i int, step Step, ended <-chan struct{}) {
	tick := time.NewTicker(progressInterval)
	defer tick.Stop()
	fmt.Fprintf(w.out, "  In the background: %s, about %.0f s; %s.\n", step.Name, w.usual[i].Seconds(), step.Needed)
	for {
		select {
		case <-ended:
			return
		case <-tick.C:
			p := w.Progress()[i]
			left := fmt.Sprintf("about %d s left", p.LeftSeconds)
			if p.LeftSeconds == 0 {
				left = "it takes longer than usual"
			}
			fmt.Fprintf(w.out, "  %s … %d s, %s\n", step.Name, p.ElapsedSeconds, left)
		}
	}
}
