package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/liveness"
)

// facesEvery is how often expired data of face checks is erased.
const facesEvery = time.Hour

// Faces is the flow behind the jobs of face checks.
type Faces struct{ Liveness *liveness.Liveness }

// Register adds a worker for every kind of job.
func (f Faces) Register(w *river.Workers) {
	work(w, func(ctx context.Context, _ liveness.SweepArgs) error {
		_, err := f.Liveness.Sweep(ctx)
		return err
	})
}

// Periodic returns the jobs that run at intervals.
func (Faces) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{every(facesEvery, liveness.SweepArgs{})}
}
