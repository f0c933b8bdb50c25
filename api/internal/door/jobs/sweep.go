package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/flow/upkeep"
)

const (
	// sweepEvery is how often the files of builds that are over are removed, sweepTimeout what one time may take.
	sweepEvery   = 24 * time.Hour
	sweepTimeout = 10 * time.Minute
)

// SweepArgs asks for the removal of files that no build of the pages needs any more.
type SweepArgs struct{}

// Kind names the job.
func (SweepArgs) Kind() string { return "house.sweep" }

// InsertOpts names its queue.
func (SweepArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// Sweep removes them.
type Sweep struct {
	river.WorkerDefaults[SweepArgs]
	Assets upkeep.Assets
}

// Work removes. The files' age is the object store's: wall time, whatever the business clock says.
func (s *Sweep) Work(ctx context.Context, _ *river.Job[SweepArgs]) error {
	_, err := s.Assets.Sweep(ctx, clock.Wall{}.Now())
	return err
}

// Timeout is longer than that of other jobs: each file is a request to the object store.
func (s *Sweep) Timeout(*river.Job[SweepArgs]) time.Duration { return sweepTimeout }

// SweepPeriodically inserts the job by the day.
func SweepPeriodically() *river.PeriodicJob { return every(sweepEvery, SweepArgs{}) }
