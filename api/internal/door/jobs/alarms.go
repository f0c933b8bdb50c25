package jobs

import (
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/watch"
)

// tellEvery is how often rows are looked for that nobody has been told of.
const tellEvery = 20 * time.Second

// Alarms is the flow that the jobs about alarms call.
type Alarms struct{ Tell *watch.Tell }

// Register adds a worker for every kind of job.
func (f Alarms) Register(w *river.Workers) {
	work(w, f.Tell.Look)
	work(w, f.Tell.Send)
}

// Periodic are the jobs that nobody asks for; none where nobody is told.
func (f Alarms) Periodic() []*river.PeriodicJob {
	if !f.Tell.Listens() {
		return nil
	}
	return []*river.PeriodicJob{every(tellEvery, watch.LookArgs{})}
}
