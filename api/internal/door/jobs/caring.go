package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/care"
	"github.com/loanmarket/loanmarket/api/internal/flow/remind"
)

// remindEvery is how often loans that are due a reminder are looked for.
const remindEvery = 20 * time.Second

// Caring are the flows that the jobs of customer service call.
type Caring struct {
	Care   *care.Care
	Remind *remind.Remind
}

// Register adds a worker for every kind of job. Promises are looked at before loans are: one that was broken rests no more.
func (f Caring) Register(w *river.Workers) {
	work(w, func(ctx context.Context, _ remind.ScanArgs) error {
		_, watched := f.Care.Watch(ctx)
		_, scanned := f.Remind.Scan(ctx)
		return errors.Join(watched, scanned)
	})
	work(w, func(ctx context.Context, a remind.SendArgs) error {
		again, err := f.Remind.Send(ctx, a.ReminderID)
		if err == nil && again > 0 {
			return river.JobSnooze(again)
		}
		return err
	})
}

// Periodic are the jobs that nobody asks for.
func (Caring) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{every(remindEvery, remind.ScanArgs{})}
}
