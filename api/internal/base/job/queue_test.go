package job_test

import (
	"context"
	"testing"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

func TestQueuesAreReadFromText(t *testing.T) {
	t.Parallel()
	all, err := job.ParseQueues("all")
	require.NoError(t, err)
	require.Equal(t, job.Queues(), all)
	none, err := job.ParseQueues("none")
	require.NoError(t, err)
	require.Empty(t, none)
	some, err := job.ParseQueues("money, paper")
	require.NoError(t, err)
	require.Equal(t, []job.QueueName{job.Money, job.Paper}, some)
	for _, wrong := range []string{"", "money,", "default", "all,money", "money,money"} {
		_, err := job.ParseQueues(wrong)
		require.Error(t, err, wrong)
	}
}

type paperArgs struct{ greetArgs }

func (paperArgs) Kind() string { return "paper" }

func (paperArgs) InsertOpts() river.InsertOpts { return job.Paper.Options() }

type paperWorker struct {
	river.WorkerDefaults[paperArgs]
	worked chan string
}

func (w *paperWorker) Work(_ context.Context, j *river.Job[paperArgs]) error {
	w.worked <- j.Queue
	return nil
}

// A process works its own queues and leaves the others to others.
func TestAProcessWorksItsQueues(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	start := func(queues ...job.QueueName) (greeted, worked chan string) {
		workers := river.NewWorkers()
		greeted, worked = make(chan string, 4), make(chan string, 4)
		river.AddWorker(workers, &greetWorker{greeted: greeted})
		river.AddWorker(workers, &paperWorker{worked: worked})
		client, err := job.NewClient(pool, workers, job.Options{Queues: queues})
		require.NoError(t, err)
		require.NoError(t, client.Start(t.Context()))
		t.Cleanup(func() { require.NoError(t, client.Stop(context.Background())) })
		return greeted, worked
	}
	money, _ := start(job.Money)
	paper, papers := start(job.Paper)
	upkeep, _ := start(job.Upkeep)
	require.NoError(t, job.Insert(t.Context(), pool, job.Of(paperArgs{}, greetArgs{Name: "of an earlier release"})...))
	require.Equal(t, "paper", <-papers)
	require.Equal(t, "of an earlier release", <-upkeep, "what names no queue is done with the upkeep")
	require.Empty(t, money)
	require.Empty(t, paper)
}
