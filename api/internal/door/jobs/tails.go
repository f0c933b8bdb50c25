package jobs

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
)

// tailsEvery is how often tails that were stored with a separator are looked for: while a release is rolled out, processes
// of the one before still write some.
const tailsEvery = time.Hour

// TailsArgs asks for the last characters of ID numbers that an earlier release stored with a separator among them.
type TailsArgs struct{}

// Kind names the job.
func (TailsArgs) Kind() string { return "maintenance.tails" }

// InsertOpts names its queue.
func (TailsArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// Tails writes them anew.
type Tails struct {
	river.WorkerDefaults[TailsArgs]
	Pool  *pgxpool.Pool
	Clock clock.Clock
	KYC   *kyc.KYC
}

// Work writes them anew.
func (t *Tails) Work(ctx context.Context, _ *river.Job[TailsArgs]) error {
	_, err := t.KYC.RestoreTails(ctx, t.Pool, "job:"+TailsArgs{}.Kind(), t.Clock.Now())
	return err
}

// TailsPeriodically inserts the job by the hour.
func TailsPeriodically() *river.PeriodicJob { return every(tailsEvery, TailsArgs{}) }
