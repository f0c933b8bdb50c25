package job_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestParseQueues(t *testing.T) {
	t.Parallel()
	all, err := job.ParseQueues("all")
	require.NoError(t, err)
	require.Equal(t, job.Queues(), all)
	none, err := job.ParseQueues("none")
	require.NoError(t, err)
	require.Empty(t, none)
	some, err := job.ParseQueues("money, document")
	require.NoError(t, err)
	require.Equal(t, []job.QueueName{job.Money, job.Document}, some)
	before, err := job.ParseQueues("money,paper")
	require.NoError(t, err, "the previous release used this name")
	require.Equal(t, some, before)
	for _, wrong := range []string{"", "money,", "default", "all,money", "money,money", "document,paper"} {
		_, err := job.ParseQueues(wrong)
		require.Error(t, err, wrong)
	}
}

type documentArgs struct{ greetArgs }

func (documentArgs) Kind() string { return "document" }

func (documentArgs) InsertOpts() river.InsertOpts { return job.Document.Options() }

type documentWorker struct {
	river.WorkerDefaults[documentArgs]
	worked chan string
}

func (w *documentWorker) Work(_ context.Context, j *river.Job[documentArgs]) error {
	w.worked <- j.Queue
	return nil
}

type bellArgs struct{ documentArgs }

func (bellArgs) Kind() string { return "bell" }

func (bellArgs) InsertOpts() river.InsertOpts { return job.Alarm.Options() }

type failingWorker struct {
	river.WorkerDefaults[documentArgs]
}

func (failingWorker) Work(context.Context, *river.Job[documentArgs]) error {
	return errors.New("the object store is unavailable")
}

// A job for which somebody waits is retried soon, however often it has failed in the last minutes.
func TestFailedUrgentJobIsRetriedSoon(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	workers := river.NewWorkers()
	river.AddWorker(workers, failingWorker{})
	client, err := job.NewClient(pool, workers, job.Options{Queues: []job.QueueName{job.Document}})
	require.NoError(t, err)
	inserted, err := client.Insert(t.Context(), documentArgs{}, nil)
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), `
		UPDATE river_job SET attempt = 10, errors = array_fill('{"at":"2026-01-01T00:00:00Z","attempt":1,"error":"away","trace":""}'::jsonb, ARRAY[10])
		WHERE id = $1`, inserted.Job.ID)
	require.NoError(t, err)
	failed, cancel := client.Subscribe(river.EventKindJobFailed)
	defer cancel()
	require.NoError(t, client.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, client.Stop(context.Background())) })
	after := (<-failed).Job
	require.Equal(t, 11, after.Attempt)
	require.Greater(t, after.MaxAttempts, 100)
	require.Less(t, time.Until(after.ScheduledAt), 21*time.Second)
}

// A process works only its own queues.
func TestClientWorksOnlyItsQueues(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	start := func(queues ...job.QueueName) (greeted, worked chan string) {
		workers := river.NewWorkers()
		greeted, worked = make(chan string, 4), make(chan string, 4)
		river.AddWorker(workers, &greetWorker{greeted: greeted})
		river.AddWorker(workers, &documentWorker{worked: worked})
		client, err := job.NewClient(pool, workers, job.Options{Queues: queues})
		require.NoError(t, err)
		require.NoError(t, client.Start(t.Context()))
		t.Cleanup(func() { require.NoError(t, client.Stop(context.Background())) })
		return greeted, worked
	}
	money, _ := start(job.Money)
	document, documents := start(job.Document)
	upkeep, _ := start(job.Upkeep)
	require.NoError(t, job.Insert(t.Context(), pool, job.Of(documentArgs{}, greetArgs{Name: "of an earlier release"})...))
	require.Equal(t, "document", <-documents)
	require.Equal(t, "of an earlier release", <-upkeep, "a job without a queue must be worked with the Upkeep queue")
	require.Empty(t, money)
	require.Empty(t, document)
}

// Jobs that an earlier release inserted into its document queue, which had another name, are worked and counted too.
func TestDocumentQueueOfEarlierReleaseIsWorked(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	workers, worked := river.NewWorkers(), make(chan string, 2)
	river.AddWorker(workers, river.WorkFunc(func(_ context.Context, j *river.Job[documentArgs]) error {
		if j.Attempt < 4 {
			return errors.New("the object store is unavailable")
		}
		worked <- j.Queue
		return nil
	}))
	client, err := job.NewClient(pool, workers, job.Options{Queues: []job.QueueName{job.Document}})
	require.NoError(t, err)
	_, err = client.Insert(t.Context(), documentArgs{}, &river.InsertOpts{Queue: "paper", MaxAttempts: 500})
	require.NoError(t, err)
	require.NoError(t, job.Insert(t.Context(), pool, job.Of(documentArgs{})...))
	depths, err := job.Depths().Read(t.Context(), pool)
	require.NoError(t, err)
	due := map[string]int64{}
	for _, d := range depths {
		if d.State == "available" && d.Jobs > 0 {
			due[d.Queue] = d.Jobs
		}
	}
	require.Equal(t, map[string]int64{"document": 1, "paper": 1}, due)
	require.NoError(t, client.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, client.Stop(context.Background())) })
	var queues []string
	for range 2 {
		select {
		case queue := <-worked:
			queues = append(queues, queue)
		case <-time.After(30 * time.Second):
			require.Fail(t, "a queue is not worked")
		}
	}
	require.ElementsMatch(t, []string{"document", "paper"}, queues)
}

// A process that works the Message queue works alarms too: its configuration may list its queues and be older than the Alarm
// queue.
func TestMessageQueueWorksAlarmsToo(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	workers, rung := river.NewWorkers(), make(chan struct{}, 1)
	river.AddWorker(workers, river.WorkFunc(func(context.Context, *river.Job[bellArgs]) error {
		rung <- struct{}{}
		return nil
	}))
	client, err := job.NewClient(pool, workers, job.Options{Queues: []job.QueueName{job.Message}})
	require.NoError(t, err)
	require.NoError(t, client.Start(t.Context()))
	t.Cleanup(func() { require.NoError(t, client.Stop(context.Background())) })
	require.NoError(t, job.Insert(t.Context(), pool, job.Of(bellArgs{})...))
	select {
	case <-rung:
	case <-time.After(20 * time.Second):
		require.Fail(t, "the Alarm queue is not worked")
	}
}
