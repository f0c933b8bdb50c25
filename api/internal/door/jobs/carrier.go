package jobs

import (
	"context"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
)

// Carrier are the flows that the jobs of the verification call.
type Carrier struct {
	Carriers *carriercheck.Check
}

// Register adds a worker for every kind of job.
func (f Carrier) Register(w *river.Workers) {
	work(w, func(ctx context.Context, a carriercheck.FollowArgs) error {
		again, err := f.Carriers.Follow(ctx, a)
		if err == nil && again > 0 {
			return river.JobSnooze(again)
		}
		return err
	})
	work(w, f.Carriers.Reward)
}
