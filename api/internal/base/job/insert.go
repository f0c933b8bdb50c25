// Package job is our use of River: jobs are inserted in the transaction of the change that asks for them, and
// worked after it has been committed.
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

// Job is something to be done later. The argument type lives with whoever inserts it.
type Job struct {
	// Args name the kind of job and carry ids, never personal data: the queue is readable to operators.
	Args river.JobArgs
	// At is the wall time to begin at; the zero value means at once.
	At time.Time
	// Unique, when set, lets only one job of this kind and key stand in the queue (or have been done, as long as River
	// keeps it); a second is dropped in silence.
	Unique string
}

// Of makes jobs to be done at once.
func Of(args ...river.JobArgs) []Job {
	jobs := make([]Job, len(args))
	for i, a := range args {
		jobs[i] = Job{Args: a}
	}
	return jobs
}

// River's own client needs up to three round trips for this, and cannot ride in a batch. Every column says what River's
// insert says; a test compares the rows. Wakeups tell the workers when the transaction has been committed.
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

// Where among its arguments the queues stand, and when the jobs are due.
const (
	queueColumn = 4
	atColumn    = 5
)

var uniqueStates = int32(uniquestates.UniqueStatesToBitmask(rivertype.UniqueOptsByStateDefault()))

// Insert adds jobs in one round trip; db is the transaction of the change that asks for them.
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

// Queue adds them to a batch, at no round trip of their own.
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

// rows turns jobs into the columns of the insert.
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
