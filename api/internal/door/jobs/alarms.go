package jobs

import (
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
)

// alarmEvery is how often rows are looked for that nobody has been told of.
const alarmEvery = 20 * time.Second

// Alarms is the flow that the jobs about alarms call.
type Alarms struct{ Alarms *monitor.Alarms }

// Register adds a worker for every kind of job.
func (f Alarms) Register(w *river.Workers) {
	work(w, f.Alarms.Scan)
	work(w, f.Alarms.Send)
}

// Periodic are the jobs that nobody asks for; none where nobody is told.
func (f Alarms) Periodic() []*river.PeriodicJob {
	if !f.Alarms.Listens() {
		return nil
	}
	return []*river.PeriodicJob{every(alarmEvery, monitor.ScanArgs{})}
}
