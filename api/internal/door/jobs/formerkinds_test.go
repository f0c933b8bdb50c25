package jobs

import (
	"context"
	"testing"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A release that renames a kind meets jobs that the previous release inserted.
func TestJobsUnderFormerKindsAreWorked(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	require.NoError(t, job.Insert(t.Context(), pool, job.Of(SweepArgs{}, PurgeArgs{}, maintenance.OrphanArgs{})...))
	renamed, err := pool.Exec(t.Context(), `UPDATE river_job SET kind = replace(kind, 'maintenance.', 'house.')`)
	require.NoError(t, err)
	require.EqualValues(t, 3, renamed.RowsAffected())

	workers := river.NewWorkers()
	worked := make(chan string, 3)
	addReportingWorker[SweepArgs](workers, worked)
	addReportingWorker[PurgeArgs](workers, worked)
	addReportingWorker[maintenance.OrphanArgs](workers, worked)
	client, err := job.NewClient(pool, workers, job.Options{Queues: job.Queues()})
	require.NoError(t, err)
	require.NoError(t, client.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, client.Stop(context.Background())) })
	require.ElementsMatch(t, []string{"house.sweep", "house.purge", "house.orphans"}, []string{<-worked, <-worked, <-worked})
}

// addReportingWorker registers a worker that reports under which kind its job was stored.
func addReportingWorker[T river.JobArgs](workers *river.Workers, worked chan<- string) {
	river.AddWorker(workers, river.WorkFunc(func(_ context.Context, job *river.Job[T]) error {
		worked <- job.Kind
		return nil
	}))
}
