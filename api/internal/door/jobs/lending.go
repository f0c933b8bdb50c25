package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/flow/document"
	"github.com/loanmarket/loanmarket/api/internal/flow/expire"
	"github.com/loanmarket/loanmarket/api/internal/flow/payout"
	"github.com/loanmarket/loanmarket/api/internal/flow/review"
)

// expireEvery is how often expired orders are looked for.
const expireEvery = 20 * time.Second

// requeueEvery is how often transfers without an outcome, and perhaps without a job, are looked for.
const requeueEvery = 10 * time.Minute

// Lending are the flows behind the jobs of orders.
type Lending struct {
	Review    *review.Review
	Payout    *payout.Payout
	Expire    *expire.Expire
	Documents *document.Documents
}

// Register adds a worker for every kind of job.
func (f Lending) Register(w *river.Workers) {
	work(w, f.Review.Run)
	work(w, func(ctx context.Context, a payout.Args) error { return later(f.Payout.Run(ctx, a.OrderID)) })
	work(w, f.Payout.RequeueStuck)
	work(w, func(ctx context.Context, _ expire.Args) error {
		_, err := f.Expire.Run(ctx)
		return err
	})
	work(w, func(ctx context.Context, a document.ContractArgs) error { return f.Documents.Contract(ctx, a.OrderID) })
}

// Periodic returns the jobs that run at intervals. The leading process inserts them.
func (Lending) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{every(expireEvery, expire.Args{}), every(requeueEvery, payout.RequeueArgs{})}
}

// every returns a job that is inserted once per interval, whichever process leads, so that no backlog builds up while
// all processes are down.
// A run that takes longer than its interval may overlap with the next one: if the next one waited, a run of a process
// that died would block all others until it is rescued. So these jobs must tolerate overlapping runs: the row of an
// item decides what is done to it, and the row of a pass decides where the pass continues.
func every(interval time.Duration, args river.JobArgs) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(interval), func() (river.JobArgs, *river.InsertOpts) {
		return args, &river.InsertOpts{MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: interval}}
	}, &river.PeriodicJobOpts{RunOnStart: true})
}

// work registers a function as the worker of its argument's kind.
func work[T river.JobArgs](workers *river.Workers, run func(context.Context, T) error) {
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[T]) error { return final(run(ctx, job.Args)) }))
}

// later makes the same job run again after a delay, without counting a failed attempt. Zero ends the job.
func later(again time.Duration, err error) error {
	if err == nil && again > 0 {
		return river.JobSnooze(again)
	}
	return err
}

// untilDone makes the same job run again at once while more is true.
func untilDone(more bool, err error) error {
	if err == nil && more {
		return river.JobSnooze(0)
	}
	return err
}

// final cancels a job that failed with a business refusal, because no retry can change it. A job over many orders is
// retried while any of them may still succeed.
func final(err error) error {
	if err != nil && refused(err) {
		return river.JobCancel(err)
	}
	return err
}

// refused reports whether an error consists only of business refusals.
func refused(err error) bool {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			if !refused(one) {
				return false
			}
		}
		return true
	}
	if refusal, ok := err.(*reason.Error); ok {
		return !refusal.Reason.Retryable() && refusal.Reason != reason.System
	}
	inner := errors.Unwrap(err)
	return inner != nil && refused(inner)
}
