package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/flow/liveness"
)

// facesEvery is how often what of face checks has had its time is erased.
const facesEvery = time.Hour

// Faces are the flows of face checks.
type Faces struct{ Liveness *liveness.Liveness }

// Register adds a worker for every kind of job.
func (f Faces) Register(w *river.Workers) {
	work(w, func(ctx context.Context, _ liveness.SweepArgs) error {
		_, err := f.Liveness.Sweep(ctx)
		return err
	})
}

// Periodic are the jobs that nobody asks for.
func (Faces) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{every(facesEvery, liveness.SweepArgs{})}
}
