package jobs

import (
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/monitor"
)

// alarmEvery is how often rows are looked for that nobody has been told about.
const alarmEvery = 20 * time.Second

// Alarms is the flow behind the jobs of alarms.
type Alarms struct{ Alarms *monitor.Alarms }

// Register adds a worker for every kind of job.
func (f Alarms) Register(w *river.Workers) {
	work(w, f.Alarms.Scan)
	work(w, f.Alarms.Send)
}

// Periodic returns the jobs that run at intervals; none without a webhook.
func (f Alarms) Periodic() []*river.PeriodicJob {
	if !f.Alarms.Listens() {
		return nil
	}
	return []*river.PeriodicJob{every(alarmEvery, monitor.ScanArgs{})}
}
