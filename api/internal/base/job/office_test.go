package job_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

type noteArgs struct {
	Text string `json:"text"`
}

func (noteArgs) Kind() string { return "test.note" }

func TestListAndRetryJobs(t *testing.T) {
	t.Parallel()
	ctx, pool := context.Background(), postgrestest.New(t)
	require.NoError(t, job.Insert(ctx, pool, job.Of(noteArgs{"one"}, noteArgs{"two"})...))
	_, err := pool.Exec(ctx, `
		UPDATE river_job SET state = 'discarded', attempt = max_attempts, finalized_at = now(), scheduled_at = now() + interval '1 day',
			errors = ARRAY['{"at":"2026-01-01T00:00:00Z","attempt":1,"error":"the line is down","trace":""}'::jsonb]
		WHERE args->>'text' = 'one'`)
	require.NoError(t, err)

	all, err := job.List(ctx, pool, job.Search{Limit: 10})
	require.NoError(t, err)
	require.Len(t, all.Rows, 2)
	require.JSONEq(t, `{"text":"two"}`, string(all.Rows[0].Args), "the newest job must come first")
	given, err := job.List(ctx, pool, job.Search{States: []string{"discarded"}, Kinds: []string{"test.note"}, Limit: 10})
	require.NoError(t, err)
	require.Len(t, given.Rows, 1)
	require.Equal(t, "the line is down", given.Rows[0].LastError)
	none, err := job.List(ctx, pool, job.Search{Kinds: []string{"test.other"}, Limit: 10})
	require.NoError(t, err)
	require.Empty(t, none.Rows)

	newest, err := job.List(ctx, pool, job.Search{Limit: 1})
	require.NoError(t, err)
	require.Equal(t, all.Rows[:1], newest.Rows)
	require.NoError(t, job.Insert(ctx, pool, job.Of(noteArgs{"three"})...))
	next, err := job.List(ctx, pool, job.Search{Limit: 1, Cursor: newest.Next})
	require.NoError(t, err)
	require.Equal(t, all.Rows[1:], next.Rows, "a new job must not shift the next page")
	require.Empty(t, next.Next)
	_, err = job.List(ctx, pool, job.Search{Limit: 1, Cursor: "x"})
	require.Equal(t, reason.InvalidParameter, reason.Of(err))

	retry := func(id int64) (row job.Row, err error) {
		err = postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
			row, err = job.Retry(ctx, pool, tx, id)
			return err
		})
		return row, err
	}
	row, err := retry(given.Rows[0].ID)
	require.NoError(t, err)
	require.Equal(t, "available", row.State)
	require.Greater(t, row.MaxAttempts, given.Rows[0].MaxAttempts, "a retry must allow another attempt")
	_, err = retry(-1)
	require.ErrorIs(t, err, job.ErrNoJob)
	require.Contains(t, job.States(), "discarded")
}

// River deletes finished jobs after a while. Discarded jobs are kept until a person has seen them, who may have been away.
func TestDiscardedJobsAreKept(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	require.NoError(t, job.Insert(t.Context(), pool, job.Of(noteArgs{"discarded"}, noteArgs{"completed"}, noteArgs{"cancelled"})...))
	_, err := pool.Exec(t.Context(), `UPDATE river_job SET state = (args->>'text')::river_job_state, finalized_at = now() - interval '90 days'`)
	require.NoError(t, err)
	workers := river.NewWorkers()
	river.AddWorker(workers, river.WorkFunc(func(context.Context, *river.Job[noteArgs]) error { return nil }))
	client, err := job.NewClient(pool, workers, job.Options{Queues: []job.QueueName{job.Upkeep}})
	require.NoError(t, err)
	require.NoError(t, client.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, client.Stop(context.Background())) })
	states := func() (left []string) {
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT array_agg(state::text) FROM river_job`).Scan(&left))
		return left
	}
	// One statement deletes everything that is due for deletion.
	require.Eventually(t, func() bool { return len(states()) < 3 }, 30*time.Second, 50*time.Millisecond, "River must delete the completed and cancelled jobs")
	require.Equal(t, []string{"discarded"}, states())
	given, err := job.GivenUp(time.Now()).Read(t.Context(), pool)
	require.NoError(t, err)
	require.EqualValues(t, 1, given)
}

// What a periodic job did not finish, the next one does: a failed one counts for a day and is deleted after a week. A lasting
// outage leaves thousands of them.
func TestFailedPeriodicJobsExpire(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), postgrestest.New(t)
	require.NoError(t, job.Insert(ctx, pool, job.Of(noteArgs{"2 hours"}, noteArgs{"2 days"}, noteArgs{"8 days"})...))
	_, err := pool.Exec(ctx, `UPDATE river_job SET state = 'discarded', finalized_at = now() - (args->>'text')::interval, metadata = '{"periodic": true}'`)
	require.NoError(t, err)
	require.NoError(t, job.Insert(ctx, pool, job.Of(noteArgs{"requested"})...))
	_, err = pool.Exec(ctx, `UPDATE river_job SET state = 'discarded', finalized_at = now() - interval '8 days' WHERE metadata = '{}'`)
	require.NoError(t, err)
	given, err := job.GivenUp(time.Now()).Read(ctx, pool)
	require.NoError(t, err)
	require.EqualValues(t, 2, given, "the recent periodic job and the requested job must be counted")
	gone, err := job.PurgeFailedPeriodic(ctx, pool, time.Now())
	require.NoError(t, err)
	require.EqualValues(t, 1, gone)
	left, err := postgres.Column[string]("left", `SELECT args->>'text' FROM river_job ORDER BY id`).Read(ctx, pool)
	require.NoError(t, err)
	require.Equal(t, []string{"2 hours", "2 days", "requested"}, left)
}

// A retry of a discarded job must not duplicate a job inserted since with the same unique key.
func TestRetryRefusesDuplicateOfUniqueJob(t *testing.T) {
	t.Parallel()
	ctx, pool := t.Context(), postgrestest.New(t)
	once := job.Job{Args: noteArgs{"once"}, Unique: "once"}
	require.NoError(t, job.Insert(ctx, pool, once))
	var first int64
	require.NoError(t, pool.QueryRow(ctx, `UPDATE river_job SET state = 'discarded', finalized_at = now() RETURNING id`).Scan(&first))
	require.NoError(t, job.Insert(ctx, pool, once))
	in := func(do func(tx pgx.Tx) error) error {
		return postgres.InTx(ctx, pool, func(_ context.Context, tx pgx.Tx) error { return do(tx) })
	}
	require.ErrorIs(t, in(func(tx pgx.Tx) error {
		_, err := job.Retry(ctx, pool, tx, first)
		return err
	}), job.ErrDuplicate)
	require.NoError(t, in(func(tx pgx.Tx) error {
		kind, err := job.Cancel(ctx, tx, first)
		require.Equal(t, "test.note", kind)
		return err
	}))
	require.ErrorIs(t, in(func(tx pgx.Tx) error {
		_, err := job.Cancel(ctx, tx, first)
		return err
	}), job.ErrNotGivenUp, "a cancelled job must not be cancelled again")
}
