package job

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/loanmarket/loanmarket/api/internal/base/redact"
)

const (
	// Timeout is how long one attempt may take, unless its worker sets another timeout.
	Timeout = 20 * time.Second
	// rescueAfter is when a job whose process was killed is started again. It is above Timeout, so that a running attempt is
	// never duplicated.
	rescueAfter = 30 * time.Second
	// pollInterval is how often the workers poll for due jobs whose notification was lost.
	pollInterval = time.Second
	// forever keeps discarded jobs until a person retries or cancels them: the alert about them would end if they were deleted.
	forever = -1
)

// Client works jobs; Start starts it and Stop stops it.
type Client = river.Client[pgx.Tx]

// Options are the settings that differ between processes.
type Options struct {
	// Queues are the queues to work, each with its own concurrency limit; at least one.
	Queues []QueueName
	// Periodic jobs are inserted by the process that is the leader.
	Periodic []*river.PeriodicJob
	// Errors handles failed attempts; may be nil.
	Errors river.ErrorHandler
	// Waits returns the delay for a job whose attempt lacks something that will become available later, and zero for a failure.
	// A delayed job does not use up an attempt. May be nil.
	Waits func(err error) time.Duration
	// Observe is called with the duration and the result of each attempt: done, failed, refused (no retry can succeed) or
	// waits. May be nil.
	Observe func(kind, result string, took time.Duration)
	Logger  *slog.Logger
	// Listeners is the pool of the connection on which the client is notified of new jobs; its URL must not lead to a pooler.
	// If nil, the client polls every second instead.
	Listeners *pgxpool.Pool
}

// NewClient returns a client that works the registered kinds of jobs. Every process registers all kinds, whichever queues it
// works: the leader inserts the periodic jobs of all.
func NewClient(pool *pgxpool.Pool, workers *river.Workers, options Options) (*Client, error) {
	client, err := river.NewClient(driverOf(pool, options.Listeners), &river.Config{
		PollOnly:             options.Listeners == nil,
		Queues:               config(options.Queues),
		Workers:              workers,
		PeriodicJobs:         options.Periodic,
		ErrorHandler:         options.Errors,
		Middleware:           options.middleware(),
		RetryPolicy:          &retries{},
		Logger:               options.Logger,
		JobTimeout:           Timeout,
		RescueStuckJobsAfter: rescueAfter,
		FetchPollInterval:    pollInterval,

		DiscardedJobRetentionPeriod: forever,
	})
	if err != nil {
		return nil, fmt.Errorf("job: client: %w", err)
	}
	return client, nil
}

// middleware wraps every attempt. It snoozes a job that waits instead of counting a failure, reports how the attempt ended, and
// redacts what an error or a panic quotes of a borrower before River stores it with the job.
func (o Options) middleware() []rivertype.Middleware {
	return []rivertype.Middleware{river.WorkerMiddlewareFunc(func(ctx context.Context, row *rivertype.JobRow, work func(context.Context) error) error {
		began := time.Now()
		defer func() {
			if value := recover(); value != nil {
				o.observe(row.Kind, failed, time.Since(began))
				panic(redact.Numbers(fmt.Sprint(value)))
			}
		}()
		err := work(ctx)
		if err != nil && o.Waits != nil {
			if wait := o.Waits(err); wait > 0 {
				err = river.JobSnooze(wait)
			}
		}
		o.observe(row.Kind, resultOf(err), time.Since(began))
		if err != nil {
			err = quoteless{err}
		}
		return err
	})}
}

// failed is the result of an attempt that ended with an error or a panic.
const failed = "failed"

func (o Options) observe(kind, result string, took time.Duration) {
	if o.Observe != nil {
		o.Observe(kind, result, took)
	}
}

// quoteless is an error whose text may be stored.
type quoteless struct{ error }

// Error returns the text without numbers of persons and secrets.
func (q quoteless) Error() string { return redact.Numbers(q.error.Error()) }

// Unwrap returns the original error, for errors.As in River and elsewhere.
func (q quoteless) Unwrap() error { return q.error }

func resultOf(err error) string {
	var waits *river.JobSnoozeError
	var ended *river.JobCancelError
	switch {
	case err == nil:
		return "done"
	case errors.As(err, &waits):
		return "waits"
	case errors.As(err, &ended):
		return "refused"
	}
	return failed
}
