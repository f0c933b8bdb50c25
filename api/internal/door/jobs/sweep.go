package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
)

// sweepEvery is how often unneeded objects are removed from the object store.
const sweepEvery = 24 * time.Hour

// SweepArgs are the arguments of the job that removes files which no build of the pages needs any more.
type SweepArgs struct{}

// Kind names the job.
func (SweepArgs) Kind() string { return "maintenance.sweep" }

// KindAliases returns the kinds under which an earlier release may have inserted jobs that are still waiting.
func (SweepArgs) KindAliases() []string { return []string{"house.sweep"} }

// InsertOpts names its queue.
func (SweepArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// Sweep are the flows that remove unneeded objects from the object store. The age of an object is wall time, because
// the store sets it.
type Sweep struct {
	Assets  maintenance.Assets
	Orphans maintenance.Orphans
}

// Register adds a worker for every kind of job.
func (s Sweep) Register(w *river.Workers) {
	river.AddWorker(w, &sweepAssets{assets: s.Assets})
	work(w, func(ctx context.Context, page maintenance.OrphanArgs) error {
		_, err := s.Orphans.Sweep(ctx, page, clock.Wall{}.Now())
		return err
	})
}

// Periodic returns the jobs that run at intervals.
func (Sweep) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{every(sweepEvery, SweepArgs{}), every(sweepEvery, maintenance.OrphanArgs{})}
}

type sweepAssets struct {
	river.WorkerDefaults[SweepArgs]
	assets maintenance.Assets
}

// Work removes the unneeded files of builds.
func (s *sweepAssets) Work(ctx context.Context, _ *river.Job[SweepArgs]) error {
	_, err := s.assets.Sweep(ctx, clock.Wall{}.Now())
	return err
}

// Timeout is longer than the default of other jobs.
func (*sweepAssets) Timeout(*river.Job[SweepArgs]) time.Duration { return maintenance.SweepTimeout }
