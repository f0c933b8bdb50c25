package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/flow/remind"
)

const (
	// remindEvery is how often the pass over loans that may need a reminder starts or continues.
	remindEvery = 20 * time.Second
	// checkHardshipsEvery is how often hardship requests that may be over are checked.
	checkHardshipsEvery = 20 * time.Second
)

// Support are the flows behind the jobs of customer service.
type Support struct {
	Support *customersupport.Support
	Remind  *remind.Remind
}

// Register adds a worker for every kind of job.
func (f Support) Register(w *river.Workers) {
	work(w, func(ctx context.Context, _ customersupport.CheckHardshipsArgs) error {
		_, err := f.Support.EndDueHardships(ctx)
		return err
	})
	work(w, func(ctx context.Context, _ remind.ScanArgs) error {
		_, more, err := f.Remind.Scan(ctx)
		return untilDone(more, err)
	})
	work(w, func(ctx context.Context, a remind.SendAllArgs) error {
		return untilDone(f.Remind.SendAll(ctx, a.ReminderIDs))
	})
	work(w, func(ctx context.Context, a remind.SendArgs) error { return later(f.Remind.Send(ctx, a.ReminderID)) })
}

// Periodic returns the jobs that run at intervals.
func (Support) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{every(checkHardshipsEvery, customersupport.CheckHardshipsArgs{}), every(remindEvery, remind.ScanArgs{})}
}
