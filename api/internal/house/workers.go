package house

import (
	"io"
	"log/slog"
	"slices"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/door/jobs"
)

// hire builds the client that works the jobs.
func (h *House) hire(lending jobs.Lending, repaying jobs.Repaying) error {
	workers := river.NewWorkers()
	river.AddWorker(workers, &jobs.Purge{Pool: h.Pool, Clock: h.Clock, Limiter: h.Limiter})
	lending.Register(workers)
	repaying.Register(workers)
	var err error
	h.jobs, err = job.NewClient(h.Pool, workers, job.Options{
		Periodic: slices.Concat(lending.Periodic(), repaying.Periodic(), []*river.PeriodicJob{jobs.PurgePeriodically()}),
		Errors:   failures{log: h.Log},
		// River's own lines repeat what the queue's table tells.
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	return err
}
