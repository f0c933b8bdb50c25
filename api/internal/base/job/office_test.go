package job_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
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

func TestAnOperatorSeesAndRetriesJobs(t *testing.T) {
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
	require.JSONEq(t, `{"text":"two"}`, string(all.Rows[0].Args), "the newest first")
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
	require.Equal(t, all.Rows[1:], next.Rows, "what came meanwhile moves nothing")
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
	require.Greater(t, row.MaxAttempts, given.Rows[0].MaxAttempts, "it may be tried once more")
	_, err = retry(-1)
	require.ErrorIs(t, err, job.ErrNoJob)
	require.Contains(t, job.States(), "discarded")
}
