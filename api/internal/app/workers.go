package app

import (
	"io"
	"log/slog"
	"slices"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
)

// wireWorkers builds the client that works the jobs of some queues; without any there is none.
func (a *App) wireWorkers(queues []job.QueueName, lending jobs.Lending, repayment jobs.Repayment, accounts jobs.Accounts, support jobs.Support, faces jobs.Faces) error {
	workers := river.NewWorkers()
	river.AddWorker(workers, &jobs.Purge{Pool: a.Pool, Clock: a.Clock, Limiter: a.Limiter})
	sweep := jobs.Sweep{Assets: a.assets(), Orphans: maintenance.Orphans{Pool: a.Pool, Store: a.Media}}
	sweep.Register(workers)
	lending.Register(workers)
	repayment.Register(workers)
	a.marketingJobs().Register(workers)
	accounts.Register(workers)
	a.carrierJobs.Register(workers)
	support.Register(workers)
	faces.Register(workers)
	if len(queues) == 0 {
		return nil
	}
	var err error
	a.jobs, err = job.NewClient(a.Pool, workers, job.Options{
		Queues:   queues,
		Periodic: slices.Concat(lending.Periodic(), repayment.Periodic(), accounts.Periodic(), support.Periodic(), faces.Periodic(), sweep.Periodic(), []*river.PeriodicJob{jobs.PurgePeriodically()}),
		Errors:   failures{log: a.Log},
		Waits:    waits,
		// River's own lines repeat what the queue's table tells.
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	return err
}
