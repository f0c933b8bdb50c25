package job_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertest"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

type greetArgs struct {
	Name string `json:"name"`
}

func (greetArgs) Kind() string { return "greet" }

type urgentArgs struct{ ID string }

func (urgentArgs) Kind() string { return "urgent" }

func (urgentArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 3, Priority: 2} }

type greetWorker struct {
	river.WorkerDefaults[greetArgs]
	greeted chan string
}

func (w *greetWorker) Work(_ context.Context, j *river.Job[greetArgs]) error {
	w.greeted <- j.Args.Name
	return nil
}

func TestInsertCommitsWithTransaction(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	rollback := errors.New("rolled back")
	for _, result := range []error{rollback, nil} {
		err := postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
			if err := job.Insert(ctx, tx, job.Of(greetArgs{Name: "Lan"})...); err != nil {
				return err
			}
			return result
		})
		require.ErrorIs(t, err, result)
	}
	inserted := rivertest.RequireInserted(t.Context(), t, riverpgxv5.New(pool), greetArgs{}, nil)
	require.Equal(t, "Lan", inserted.Args.Name)
}

// River's own insert and ours produce the same row.
func TestInsertWritesSameRowAsRiver(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	at := time.Date(2100, 1, 5, 0, 0, 0, 0, time.UTC)
	client, err := river.NewClient(riverpgxv5.New(nil), &river.Config{})
	require.NoError(t, err)
	_, err = client.InsertManyTx(t.Context(), tx, []river.InsertManyParams{
		{Args: greetArgs{Name: "Lan"}},
		{Args: urgentArgs{ID: "1"}, InsertOpts: &river.InsertOpts{ScheduledAt: at}},
	})
	require.NoError(t, err)
	var batch pgx.Batch
	require.NoError(t, job.Queue(&batch, job.Job{Args: greetArgs{Name: "Lan"}}, job.Job{Args: urgentArgs{ID: "1"}, At: at}))
	require.NoError(t, tx.SendBatch(t.Context(), &batch).Close())

	const distinct = `SELECT count(*), count(DISTINCT to_jsonb(river_job) - '{id,created_at,scheduled_at}'::text[]) FROM river_job`
	var all, kinds int
	require.NoError(t, tx.QueryRow(t.Context(), distinct).Scan(&all, &kinds))
	require.Equal(t, []int{4, 2}, []int{all, kinds})
	var scheduled int
	require.NoError(t, tx.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE scheduled_at = $1 AND state = 'scheduled'`, at).Scan(&scheduled))
	require.Equal(t, 2, scheduled)
}

func TestUniqueJobIsInsertedOnce(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	for range 2 {
		require.NoError(t, job.Insert(t.Context(), tx,
			job.Job{Args: greetArgs{Name: "Lan"}, Unique: "loan-1"},
			job.Job{Args: greetArgs{Name: "Lan"}, Unique: "loan-2"},
			job.Job{Args: urgentArgs{}, Unique: "loan-1"}))
	}
	var n int
	var states int16
	require.NoError(t, tx.QueryRow(t.Context(), `SELECT count(*), min(unique_states::int) FROM river_job`).Scan(&n, &states))
	require.Equal(t, 3, n)

	client, err := river.NewClient(riverpgxv5.New(nil), &river.Config{})
	require.NoError(t, err)
	own, err := client.InsertTx(t.Context(), tx, greetArgs{Name: "Lan"}, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}})
	require.NoError(t, err)
	var river int16
	require.NoError(t, tx.QueryRow(t.Context(), `SELECT unique_states::int FROM river_job WHERE id = $1`, own.Job.ID).Scan(&river))
	require.Equal(t, river, states, "a unique job must be unique in the same states as River's")
}

// The arguments may be long: the index of unfinalized jobs contains a hash of them.
func TestQueueMissingSkipsUnfinishedJobs(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	long, other := greetArgs{Name: strings.Repeat("Lan", 2000)}, greetArgs{Name: "Minh"}
	ask := func(of ...river.JobArgs) (jobs int) {
		t.Helper()
		var batch pgx.Batch
		require.NoError(t, job.QueueMissing(&batch, job.Of(of...)...))
		require.NoError(t, tx.SendBatch(t.Context(), &batch).Close())
		require.NoError(t, tx.QueryRow(t.Context(), `SELECT count(*) FROM river_job`).Scan(&jobs))
		return jobs
	}
	require.NoError(t, job.Insert(t.Context(), tx, job.Of(long)...))
	require.Equal(t, 1, ask(long), "an unfinished job without a unique key must not be inserted again")
	require.Equal(t, 2, ask(long, other))
	_, err := tx.Exec(t.Context(), `UPDATE river_job SET state = 'running', attempted_at = now()`)
	require.NoError(t, err)
	require.Equal(t, 2, ask(long, other))
	_, err = tx.Exec(t.Context(), `UPDATE river_job SET state = 'completed', finalized_at = now()`)
	require.NoError(t, err)
	require.Equal(t, 4, ask(long, other), "completed jobs must be inserted again")

	_, err = tx.Exec(t.Context(), `SET LOCAL enable_seqscan = off`)
	require.NoError(t, err)
	rows, err := tx.Query(t.Context(), `
		EXPLAIN SELECT FROM river_job r WHERE r.kind = 'greet'
			AND jsonb_hash_extended(r.args, 0) = jsonb_hash_extended('{}', 0) AND r.args = '{}' AND r.finalized_at IS NULL`)
	require.NoError(t, err)
	plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	require.Contains(t, strings.Join(plan, "\n"), "river_job_living")
}

func TestInsertIsOneRoundTrip(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	ctx, trips := postgres.CountTrips(t.Context())
	require.NoError(t, job.Insert(ctx, pool, job.Of(greetArgs{}, urgentArgs{})...))
	require.NoError(t, job.Insert(ctx, pool))
	require.NoError(t, job.Queue(&pgx.Batch{}))
	require.Equal(t, 1, trips.Count())
}

type unwritableArgs struct{ Bad chan int }

func (unwritableArgs) Kind() string { return "unwritable" }

func TestArgumentsThatCannotBeMarshaledAreAnError(t *testing.T) {
	t.Parallel()
	require.ErrorContains(t, job.Insert(t.Context(), nil, job.Of(unwritableArgs{})...), "unwritable")
	require.Error(t, job.Queue(&pgx.Batch{}, job.Of(unwritableArgs{})...))
}

// The notification after the commit wakes a worker, which works the job, and the client stops cleanly.
func TestClientWorksInsertedJob(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	workers := river.NewWorkers()
	worker := &greetWorker{greeted: make(chan string, 1)}
	river.AddWorker(workers, worker)
	client, err := job.NewClient(pool, workers, job.Options{Queues: []job.QueueName{job.Upkeep}, Listeners: postgrestest.Direct(t, pool)})
	require.NoError(t, err)
	done, cancel := client.Subscribe(river.EventKindJobCompleted)
	defer cancel()
	require.NoError(t, client.Start(t.Context()))
	require.NoError(t, job.Insert(t.Context(), pool, job.Of(greetArgs{Name: "Minh"})...))
	require.Equal(t, "Minh", <-worker.greeted)
	require.Equal(t, rivertype.JobStateCompleted, (<-done).Job.State)
	require.NoError(t, client.Stop(context.WithoutCancel(t.Context())))
}

// Shows how to test a worker without a running client.
func TestWorkerWithoutClient(t *testing.T) {
	t.Parallel()
	tx := postgrestest.Tx(t)
	worker := &greetWorker{greeted: make(chan string, 1)}
	test := rivertest.NewWorker(t, riverpgxv5.New(nil), &river.Config{}, worker)
	result, err := test.Work(t.Context(), t, tx, greetArgs{Name: "Hoa"}, nil)
	require.NoError(t, err)
	require.Equal(t, river.EventKindJobCompleted, result.EventKind)
	require.Equal(t, "Hoa", <-worker.greeted)
}

type waitingWorker struct {
	river.WorkerDefaults[greetArgs]
	there chan struct{}
}

var errNotThere = errors.New("not there yet")

func (w *waitingWorker) Work(context.Context, *river.Job[greetArgs]) error {
	select {
	case <-w.there:
		return nil
	default:
		return errNotThere
	}
}

// A job that waits for something that will become available does not use up its attempts.
func TestWaitingJobUsesNoAttempts(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	workers, worker := river.NewWorkers(), &waitingWorker{there: make(chan struct{})}
	river.AddWorker(workers, worker)
	client, err := job.NewClient(pool, workers, job.Options{Queues: job.Queues(), Waits: func(err error) time.Duration {
		if errors.Is(err, errNotThere) {
			return time.Millisecond
		}
		return 0
	}})
	require.NoError(t, err)
	inserted, err := client.Insert(t.Context(), greetArgs{Name: "Lan"}, nil)
	require.NoError(t, err)
	require.NoError(t, client.Start(t.Context()))
	t.Cleanup(func() { _ = client.Stop(context.Background()) })
	var state string
	var spare, failures int
	readState := func() string {
		require.NoError(t, pool.QueryRow(t.Context(), `
			SELECT state, max_attempts - attempt, COALESCE(array_length(errors, 1), 0) FROM river_job WHERE id = $1`, inserted.Job.ID).Scan(&state, &spare, &failures))
		return state
	}
	const usual = river.MaxAttemptsDefault
	var waited int
	require.Eventually(t, func() bool {
		readState()
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT COALESCE((metadata ->> 'snoozes')::int, 0) FROM river_job WHERE id = $1`, inserted.Job.ID).Scan(&waited))
		return waited >= 2
	}, 30*time.Second, 10*time.Millisecond)
	close(worker.there)
	require.Eventually(t, func() bool { return readState() == "completed" }, 30*time.Second, 10*time.Millisecond)
	require.Equal(t, usual-1, spare)
	require.Zero(t, failures)
}

type quotingWorker struct {
	river.WorkerDefaults[greetArgs]
}

func (quotingWorker) Work(_ context.Context, j *river.Job[greetArgs]) error {
	if j.Args.Name == "panics" {
		panic("no account 1903 6666 888")
	}
	return fmt.Errorf("the lender says 001199000123: %w", errNotThere)
}

// The alert about failing jobs counts these results.
func TestFailuresAndPanicsAreObserved(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	workers, results := river.NewWorkers(), make(chan string, 10)
	river.AddWorker(workers, quotingWorker{})
	client, err := job.NewClient(pool, workers, job.Options{Queues: job.Queues(), Observe: func(kind, result string, _ time.Duration) {
		results <- kind + " " + result
	}})
	require.NoError(t, err)
	require.NoError(t, client.Start(t.Context()))
	t.Cleanup(func() { _ = client.Stop(context.Background()) })
	for _, name := range []string{"fails", "panics"} {
		_, err := client.Insert(t.Context(), greetArgs{Name: name}, &river.InsertOpts{MaxAttempts: 1})
		require.NoError(t, err)
		select {
		case result := <-results:
			require.Equal(t, "greet failed", result, name)
		case <-time.After(30 * time.Second):
			require.Fail(t, "the attempt was not observed", name)
		}
	}
}

// River keeps the errors of a failed job for days, and for as long as the job is retried.
func TestStoredJobErrorsAreRedacted(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	workers := river.NewWorkers()
	river.AddWorker(workers, quotingWorker{})
	client, err := job.NewClient(pool, workers, job.Options{Queues: job.Queues(), Waits: func(err error) time.Duration {
		require.ErrorIs(t, err, errNotThere)
		return 0
	}})
	require.NoError(t, err)
	for _, name := range []string{"fails", "panics"} {
		_, err := client.Insert(t.Context(), greetArgs{Name: name}, nil)
		require.NoError(t, err)
	}
	require.NoError(t, client.Start(t.Context()))
	t.Cleanup(func() { _ = client.Stop(context.Background()) })
	for name, want := range map[string]string{"fails": "the lender says #: not there yet", "panics": "no account #"} {
		var kept, trace string
		require.Eventually(t, func() bool {
			const read = `SELECT errors[1] ->> 'error', errors[1] ->> 'trace' FROM river_job WHERE args ->> 'name' = $1 AND errors IS NOT NULL`
			return pool.QueryRow(t.Context(), read, name).Scan(&kept, &trace) == nil
		}, 30*time.Second, 10*time.Millisecond)
		require.Equal(t, want, kept)
		require.Equal(t, name == "panics", strings.Contains(trace, "quotingWorker"), "only a panic must have a stack trace")
	}
}
