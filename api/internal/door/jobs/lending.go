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

// expireEvery is how often what may be over is looked for.
const expireEvery = 20 * time.Second

// requeueEvery is how often transfers without an outcome, and perhaps without a job, are looked for.
const requeueEvery = 10 * time.Minute

// Lending are the flows that an order's jobs call.
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

// Periodic are the jobs that nobody asks for. Whichever process leads inserts them.
func (Lending) Periodic() []*river.PeriodicJob {
	return []*river.PeriodicJob{every(expireEvery, expire.Args{}), every(requeueEvery, payout.RequeueArgs{})}
}

// every has a look begin once an interval, whichever process leads: one that slept does not find a queue of them. A look that takes
// longer than its interval is overtaken by the next: were it waited for, the look of a process that died would keep all others
// waiting until it is rescued. So every look has to bear another beside it: what it does to an item is decided by the item's row, and
// how a pass goes on by the row that says how far it has come.
func every(interval time.Duration, args river.JobArgs) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(interval), func() (river.JobArgs, *river.InsertOpts) {
		return args, &river.InsertOpts{MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: interval}}
	}, &river.PeriodicJobOpts{RunOnStart: true})
}

// work registers a function as the worker of its argument's kind.
func work[T river.JobArgs](workers *river.Workers, run func(context.Context, T) error) {
	river.AddWorker(workers, river.WorkFunc(func(ctx context.Context, job *river.Job[T]) error { return final(run(ctx, job.Args)) }))
}

// later has the same job run again after a time, as no failed attempt; zero ends it.
func later(again time.Duration, err error) error {
	if err == nil && again > 0 {
		return river.JobSnooze(again)
	}
	return err
}

// untilDone has the same job run again at once while there is more to do.
func untilDone(more bool, err error) error {
	if err == nil && more {
		return river.JobSnooze(0)
	}
	return err
}

// final ends a job whose order has gone elsewhere: no retry can change a business refusal. A job over many orders goes on
// while any of them may still succeed.
func final(err error) error {
	if err != nil && refused(err) {
		return river.JobCancel(err)
	}
	return err
}

// refused reports whether an error is nothing but business refusals.
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
