package house

import (
	"io"
	"log/slog"
	"slices"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
	"github.com/loanmarket/loanmarket/api/internal/flow/upkeep"
)

// hire builds the client that works the jobs of some queues; without any there is none.
func (h *House) hire(queues []job.QueueName, lending jobs.Lending, repaying jobs.Repaying, accounts jobs.Accounts, caring jobs.Caring, facing jobs.Faces) error {
	workers := river.NewWorkers()
	river.AddWorker(workers, &jobs.Purge{Pool: h.Pool, Clock: h.Clock, Limiter: h.Limiter})
	sweep := jobs.Sweep{Assets: h.assets(), Orphans: upkeep.Orphans{Pool: h.Pool, Store: h.Media}}
	sweep.Register(workers)
	lending.Register(workers)
	repaying.Register(workers)
	h.marketing().Register(workers)
	accounts.Register(workers)
	h.proving.Register(workers)
	caring.Register(workers)
	facing.Register(workers)
	if len(queues) == 0 {
		return nil
	}
	var err error
	h.jobs, err = job.NewClient(h.Pool, workers, job.Options{
		Queues:   queues,
		Periodic: slices.Concat(lending.Periodic(), repaying.Periodic(), accounts.Periodic(), caring.Periodic(), facing.Periodic(), sweep.Periodic(), []*river.PeriodicJob{jobs.PurgePeriodically()}),
		Errors:   failures{log: h.Log},
		Waits:    waits,
		// River's own lines repeat what the queue's table tells.
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	return err
}
