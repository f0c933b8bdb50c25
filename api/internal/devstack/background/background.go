// Package background does the work of a start that nobody has to wait for, one step after the other behind the running
// app, and tells how far it is.
package background

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	// sayEvery is how often the terminal hears of a step that takes long.
	sayEvery = 30 * time.Second
	// tryAgain is how soon a step that failed is tried again: what it lacked, the network above all, may come back.
	tryAgain = time.Minute
)

// Step is a piece of work. It may be begun again after it was ended, and then goes on where it was as well as it can.
type Step struct {
	Name string
	// Needed tells in a few words what waits for it.
	Needed string
	// Usual is how long it takes on two processors that have nothing else to do.
	Usual time.Duration
	Run   func(ctx context.Context) error
}

// The states of a step.
const (
	Waiting = "waiting"
	Running = "running"
	Failed  = "failed" // it is tried again
	Done    = "done"
)

// Progress tells how far a step is.
type Progress struct {
	Name   string `json:"name"`
	Needed string `json:"needed"`
	State  string `json:"state"`
	// ElapsedSeconds is how long it runs or took; LeftSeconds is a guess of what is left, 0 where nobody knows.
	ElapsedSeconds int `json:"elapsedSeconds"`
	LeftSeconds    int `json:"leftSeconds"`
	// Error is why it failed.
	Error string `json:"error"`
}

// Work is the steps that are under way.
type Work struct {
	estimates *Estimates
	out       io.Writer
	cancel    context.CancelFunc
	done      chan struct{}

	mu       sync.Mutex
	progress []Progress
	usual    []time.Duration
	began    time.Time // of the step that runs
}

// Start begins the steps and returns at once.
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

// Stop ends what runs and returns when it has ended. Nothing that was finished is lost.
func (w *Work) Stop() {
	w.cancel()
	<-w.done
}

// Progress tells how far each step is, in their order.
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
			case <-time.After(tryAgain):
			}
		}
	}
}

// attempt runs a step once and reports whether it is done.
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
		// What is left of it is what the next start has to guess.
		w.estimates.Keep(step.Name, max(w.usual[i]-elapsed, w.usual[i]/10))
	case err != nil:
		w.set(i, Progress{State: Failed, Error: err.Error()}, begin)
		fmt.Fprintf(w.out, "  %s: %v\n  It is tried again every minute; %s.\n", step.Name, err, step.Needed)
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

// say tells the terminal now and then how far a step is, until it has ended.
func (w *Work) say(i int, step Step, ended <-chan struct{}) {
	tick := time.NewTicker(sayEvery)
	defer tick.Stop()
	fmt.Fprintf(w.out, "  Behind the open app: %s, about %.0f s; %s.\n", step.Name, w.usual[i].Seconds(), step.Needed)
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
