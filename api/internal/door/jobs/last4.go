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

// last4Every is how often last characters that were stored with a separator are looked for: while a release is rolled out, processes
// of the one before still write some.
const last4Every = time.Hour

// RestoreLast4Args asks for the last characters of ID numbers that an earlier release stored with a separator among them.
type RestoreLast4Args struct{}

// Kind names the job.
func (RestoreLast4Args) Kind() string { return "maintenance.restore_last4" }

// KindAliases are names under which a job may still wait that an earlier release inserted.
func (RestoreLast4Args) KindAliases() []string { return []string{"maintenance.tails"} }

// InsertOpts names its queue.
func (RestoreLast4Args) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// RestoreLast4 writes them anew.
type RestoreLast4 struct {
	river.WorkerDefaults[RestoreLast4Args]
	Pool  *pgxpool.Pool
	Clock clock.Clock
	KYC   *kyc.KYC
}

// Work writes them anew.
func (t *RestoreLast4) Work(ctx context.Context, _ *river.Job[RestoreLast4Args]) error {
	_, err := t.KYC.RestoreLast4(ctx, t.Pool, "job:"+RestoreLast4Args{}.Kind(), t.Clock.Now())
	return err
}

// RestoreLast4Periodically inserts the job by the hour.
func RestoreLast4Periodically() *river.PeriodicJob { return every(last4Every, RestoreLast4Args{}) }
