package job_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Workers are notified of jobs after the commit, and not by a statement of the inserting transaction.
func TestWorkersAreNotifiedAfterCommit(t *testing.T) {
	t.Parallel()
	database := postgrestest.Create(t)
	wakeups := job.NewWakeups()
	pool, err := postgres.Open(t.Context(), database.DirectURL, wakeups.Watch())
	require.NoError(t, err)
	ended := make(chan struct{})
	ctx, end := context.WithCancel(t.Context())
	go func() { defer close(ended); wakeups.Send(ctx, pool) }()
	t.Cleanup(func() { end(); <-ended; pool.Close() })
	listener, err := pgx.Connect(t.Context(), database.DirectURL)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, listener.Close(context.WithoutCancel(t.Context()))) })
	_, err = listener.Exec(t.Context(), `LISTEN "public.river_insert"`)
	require.NoError(t, err)
	notifiedQueue := func() string {
		t.Helper()
		limited, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		n, err := listener.WaitForNotification(limited)
		require.NoError(t, err)
		var payload struct{ Queue string }
		require.NoError(t, json.Unmarshal([]byte(n.Payload), &payload))
		return payload.Queue
	}

	counted, trips := postgres.CountTrips(t.Context())
	require.NoError(t, postgres.InTx(counted, pool, func(ctx context.Context, tx pgx.Tx) error {
		later := job.Job{Args: urgentArgs{ID: "tomorrow"}, At: time.Now().Add(time.Hour)}
		return job.Insert(ctx, tx, job.Job{Args: greetArgs{Name: "Lan"}}, later)
	}))
	require.Contains(t, strings.Join(trips.SQL(), "\n"), "river_job")
	for _, sent := range trips.SQL() {
		require.NotContains(t, sent, "notify")
	}
	require.Equal(t, "default", notifiedQueue())

	var batch pgx.Batch
	require.NoError(t, job.Queue(&batch, job.Job{Args: documentArgs{}}))
	undone := errors.New("undone")
	require.ErrorIs(t, postgres.InTx(t.Context(), pool, func(ctx context.Context, tx pgx.Tx) error {
		if err := tx.SendBatch(ctx, &batch).Close(); err != nil {
			return err
		}
		return postgres.CommitWith(undone)
	}), undone)
	require.Equal(t, job.Document.Options().Queue, notifiedQueue())

	require.NoError(t, postgres.InTxBatched(t.Context(), pool, func(_ context.Context, _ pgx.Tx, last *pgx.Batch) error {
		return job.Queue(last, job.Job{Args: documentArgs{}})
	}))
	require.Equal(t, job.Document.Options().Queue, notifiedQueue(), "a job committed in the same round trip must notify too")

	batch = pgx.Batch{}
	require.NoError(t, job.QueueMissing(&batch, job.Job{Args: urgentArgs{ID: "missing"}}))
	require.NoError(t, postgres.Send(t.Context(), pool, &batch))
	require.Equal(t, "default", notifiedQueue(), "a job that was missing must notify too")
}
