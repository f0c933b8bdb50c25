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
	// Timeout is how long one attempt may take, unless its worker says otherwise.
	Timeout = 20 * time.Second
	// rescueAfter is when a job whose process was killed is given to another. It is above Timeout, so that no living
	// attempt is doubled.
	rescueAfter = 30 * time.Second
	// pollInterval finds due jobs whose notification was lost.
	pollInterval = time.Second
	// forever keeps jobs that were given up until a person retries or cancels them: the alert about them ends with them.
	forever = -1
)

// Client works jobs; it is started with Start and ended with Stop.
type Client = river.Client[pgx.Tx]

// Options are what differs between processes.
type Options struct {
	// Queues are worked, each with its own bound; at least one.
	Queues []QueueName
	// Periodic jobs are inserted by whichever process leads.
	Periodic []*river.PeriodicJob
	// Errors hears of failed attempts; may be nil.
	Errors river.ErrorHandler
	// Waits tells how long a job waits whose attempt lacked something that comes by itself, and zero for one that failed.
	// Waiting is no attempt. May be nil.
	Waits func(err error) time.Duration
	// Observe hears how long an attempt took and how it ended: done, failed, refused (no attempt can change it) or waits. May
	// be nil.
	Observe func(kind, result string, took time.Duration)
	Logger  *slog.Logger
	// Listeners is where the one connection comes from on which the client hears of new jobs; its URL leads to no pooler.
	// Nil looks for them every second instead.
	Listeners *pgxpool.Pool
}

// NewClient makes a client that works the registered kinds of jobs. Every process registers all of them, whichever queues
// it works: the one that leads inserts the periodic jobs of all.
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

// middleware stands around every attempt: it puts a job that waits back, in the stead of counting a failure, tells how the
// attempt ended, and has River keep nothing with the job that an error or a panic quotes of a borrower.
func (o Options) middleware() []rivertype.Middleware {
	return []rivertype.Middleware{river.WorkerMiddlewareFunc(func(ctx context.Context, row *rivertype.JobRow, work func(context.Context) error) error {
		began := time.Now()
		defer func() {
			if value := recover(); value != nil {
				panic(redact.Numbers(fmt.Sprint(value)))
			}
		}()
		err := work(ctx)
		if err != nil && o.Waits != nil {
			if wait := o.Waits(err); wait > 0 {
				err = river.JobSnooze(wait)
			}
		}
		if o.Observe != nil {
			o.Observe(row.Kind, resultOf(err), time.Since(began))
		}
		if err != nil {
			err = quoteless{err}
		}
		return err
	})}
}

// quoteless is an error whose text may be kept.
type quoteless struct{ error }

// Error is the text without numbers of persons and secrets.
func (q quoteless) Error() string { return redact.Numbers(q.error.Error()) }

// Unwrap is what it is to River and whoever else asks.
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
	return "failed"
}
