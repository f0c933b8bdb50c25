package backoffice

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Jobs reads a page of the jobs of the queue, the newest first, and notes who looked.
func (o *Backoffice) Jobs(ctx context.Context, s job.Search, actor string) (paging.Page[job.Row], error) {
	if err := o.Note(ctx, actor, "job.list", "job"); err != nil {
		return paging.Page[job.Row]{}, err
	}
	return job.List(ctx, o.pool, s)
}

// RetryJob makes a job due at once; job.ErrNoJob when there is none, job.ErrDuplicate when another does the same. One that runs at this
// moment stays as it is.
func (o *Backoffice) RetryJob(ctx context.Context, id int64, actor string) (row job.Row, err error) {
	err = postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		if row, err = job.Retry(ctx, o.pool, tx, id); err != nil {
			return err
		}
		return o.write(ctx, tx, actor, "job.retry", "job:"+strconv.FormatInt(id, 10), map[string]any{"kind": row.Kind})
	})
	return row, err
}

// CancelJob ends a job that was given up and that nobody needs any more, and gives its kind; job.ErrNoJob when there is none,
// job.ErrNotGivenUp where it is not for a person to end. why goes into the record.
func (o *Backoffice) CancelJob(ctx context.Context, id int64, why, actor string) (kind string, err error) {
	err = postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		if kind, err = job.Cancel(ctx, tx, id); err != nil {
			return err
		}
		return o.write(ctx, tx, actor, "job.cancel", "job:"+strconv.FormatInt(id, 10), map[string]any{"kind": kind, "note": why})
	})
	return kind, err
}
