// Package job is our use of River: a job is inserted in the transaction of the change that needs it, and runs after the commit.
package job

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivershared/uniquestates"
	"github.com/riverqueue/river/rivertype"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Job is work to be done later. The type of its arguments is defined by the package that inserts it.
type Job struct {
	// Args determine the kind of the job and carry ids, never personal data: operators can read the queue.
	Args river.JobArgs
	// At is the wall time at which the job becomes due; the zero value means at once.
	At time.Time
	// Unique, if set, allows only one job of this kind and key in the queue (including completed ones, as long as River keeps
	// them). A second one is dropped silently.
	Unique string
}

// Of returns jobs that are due at once.
func Of(args ...river.JobArgs) []Job {
	jobs := make([]Job, len(args))
	for i, a := range args {
		jobs[i] = Job{Args: a}
	}
	return jobs
}

// River's own client needs up to three round trips for this and cannot be part of a batch. Every column has the value that
// River's own insert writes; a test compares the rows. Wakeups notify the workers after the commit.
const insert = `
	INSERT INTO river_job (args, kind, max_attempts, metadata, priority, queue, scheduled_at, state, tags,
		unique_key, unique_states)
	SELECT args, kind, max_attempts, '{}', priority, queue, coalesce(at, now()),
		CASE WHEN at IS NULL THEN 'available' ELSE 'scheduled' END::river_job_state, '{}',
		unique_key, CASE WHEN unique_key IS NOT NULL THEN $8::int::bit(8) END
	FROM unnest($1::jsonb[], $2::text[], $3::smallint[], $4::smallint[], $5::text[], $6::timestamptz[], $7::bytea[])
		AS job (args, kind, max_attempts, priority, queue, at, unique_key)
	ON CONFLICT (unique_key) WHERE unique_key IS NOT NULL AND unique_states IS NOT NULL
		AND river_job_state_in_bitmask(unique_states, state) DO NOTHING`

// The positions of the queues and of the due times among the arguments.
const (
	queueColumn = 4
	atColumn    = 5
)

var uniqueStates = int32(uniquestates.UniqueStatesToBitmask(rivertype.UniqueOptsByStateDefault()))

// Insert inserts jobs in one round trip; db is the transaction of the change that needs them.
func Insert(ctx context.Context, db postgres.DB, jobs ...Job) error {
	if len(jobs) == 0 {
		return nil
	}
	columns, err := rows(jobs)
	if err != nil {
		return err
	}
	if _, err := db.Exec(ctx, insert, columns...); err != nil {
		return fmt.Errorf("job: insert: %w", postgres.Reason(err))
	}
	return nil
}

// Queue adds the insert of jobs to a batch, without an extra round trip.
func Queue(batch *pgx.Batch, jobs ...Job) error {
	if len(jobs) == 0 {
		return nil
	}
	columns, err := rows(jobs)
	if err != nil {
		return err
	}
	batch.Queue(insert, columns...)
	return nil
}

// rows converts jobs to the columns of the insert.
func rows(jobs []Job) ([]any, error) {
	var (
		args       [][]byte
		kinds      []string
		attempts   []int16
		priorities []int16
		queues     []string
		at         []*time.Time
		keys       [][]byte
	)
	for _, j := range jobs {
		raw, err := json.Marshal(j.Args)
		if err != nil {
			return nil, fmt.Errorf("job: %s: %w", j.Args.Kind(), err)
		}
		var opts river.InsertOpts
		if own, ok := j.Args.(river.JobArgsWithInsertOpts); ok {
			opts = own.InsertOpts()
		}
		args, kinds = append(args, raw), append(kinds, j.Args.Kind())
		attempts = append(attempts, int16(cmp.Or(opts.MaxAttempts, river.MaxAttemptsDefault)))
		priorities = append(priorities, int16(cmp.Or(opts.Priority, river.PriorityDefault)))
		queues = append(queues, cmp.Or(opts.Queue, river.QueueDefault))
		at, keys = append(at, start(j.At)), append(keys, uniqueKey(j))
	}
	return []any{args, kinds, attempts, priorities, queues, at, keys, uniqueStates}, nil
}

func start(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

func uniqueKey(j Job) []byte {
	if j.Unique == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(j.Args.Kind() + "\x00" + j.Unique))
	return sum[:]
}
