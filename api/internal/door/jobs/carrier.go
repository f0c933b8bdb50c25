package jobs

import (
	"context"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/carriercheck"
)

// Carrier is the flow behind the jobs of the carrier verification.
type Carrier struct {
	Carriers *carriercheck.Check
}

// Register adds a worker for every kind of job.
func (f Carrier) Register(w *river.Workers) {
	work(w, func(ctx context.Context, a carriercheck.FollowArgs) error { return later(f.Carriers.Follow(ctx, a)) })
	work(w, f.Carriers.Reward)
}
