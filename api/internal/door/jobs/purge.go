// Package jobs contains the workers: River passes them jobs, and each worker calls one function of a flow or a domain.
package jobs

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
)

// purgeEvery is how often expired data is deleted.
const purgeEvery = time.Hour

// PurgeArgs are the arguments of the job that deletes data that is no longer needed: counters, stored responses, old
// codes.
type PurgeArgs struct{}

// Kind names the job.
func (PurgeArgs) Kind() string { return "maintenance.purge" }

// KindAliases returns the kinds under which an earlier release may have inserted jobs that are still waiting.
func (PurgeArgs) KindAliases() []string { return []string{"house.purge"} }

// InsertOpts names its queue.
func (PurgeArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// Purge is the worker that deletes it.
type Purge struct {
	river.WorkerDefaults[PurgeArgs]
	Pool    *pgxpool.Pool
	Clock   clock.Clock
	Limiter *limit.Limiter
	Keep    config.Retention
}

// Work deletes expired data.
func (p *Purge) Work(ctx context.Context, _ *river.Job[PurgeArgs]) error {
	_, err := maintenance.Purge(ctx, p.Pool, p.Clock, p.Limiter, p.Keep)
	return err
}

// PurgePeriodically inserts the job every hour.
func PurgePeriodically() *river.PeriodicJob { return every(purgeEvery, PurgeArgs{}) }
