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

// last4Every is how often last characters that were stored with a separator are looked for. During a rollout, processes
// of the previous release still write some.
const last4Every = time.Hour

// RestoreLast4Args are the arguments of the job that corrects the last characters of ID numbers which an earlier
// release stored with a separator among them.
type RestoreLast4Args struct{}

// Kind names the job.
func (RestoreLast4Args) Kind() string { return "maintenance.restore_last4" }

// KindAliases returns the kinds under which an earlier release may have inserted jobs that are still waiting.
func (RestoreLast4Args) KindAliases() []string { return []string{"maintenance.tails"} }

// InsertOpts names its queue.
func (RestoreLast4Args) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// RestoreLast4 is the worker that corrects them.
type RestoreLast4 struct {
	river.WorkerDefaults[RestoreLast4Args]
	Pool  *pgxpool.Pool
	Clock clock.Clock
	KYC   *kyc.KYC
}

// Work corrects the stored last characters.
func (t *RestoreLast4) Work(ctx context.Context, _ *river.Job[RestoreLast4Args]) error {
	_, err := t.KYC.RestoreLast4(ctx, t.Pool, "job:"+RestoreLast4Args{}.Kind(), t.Clock.Now())
	return err
}

// RestoreLast4Periodically inserts the job every hour.
func RestoreLast4Periodically() *river.PeriodicJob { return every(last4Every, RestoreLast4Args{}) }
