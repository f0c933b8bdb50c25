package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/customersupport"
	"github.com/loanmarket/loanmarket/api/internal/flow/remind"
)

const (
	// remindEvery is how often the look at loans that may be due a reminder begins or goes on.
	remindEvery = 20 * time.Second
	// checkHardshipsEvery is how often requests that may be over are looked at.
	checkHardshipsEvery = 20 * time.Second
)

// Support are the flows that the jobs of customer service call.
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

// Periodic are the jobs that nobody asks for.
func (Support) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{every(checkHardshipsEvery, customersupport.CheckHardshipsArgs{}), every(remindEvery, remind.ScanArgs{})}
}
