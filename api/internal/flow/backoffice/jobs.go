package backoffice

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Jobs reads a page of the jobs of the queue, newest first, and logs the access.
func (o *Backoffice) Jobs(ctx context.Context, s job.Search, actor string) (paging.Page[job.Row], error) {
	if err := o.Note(ctx, actor, "job.list", "job"); err != nil {
		return paging.Page[job.Row]{}, err
	}
	return job.List(ctx, o.pool, s)
}

// RetryJob makes a job due at once. It returns job.ErrNoJob if there is none, and job.ErrDuplicate if another job does
// the same. A job that is running at this moment is not changed.
func (o *Backoffice) RetryJob(ctx context.Context, id int64, actor string) (row job.Row, err error) {
	err = postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		if row, err = job.Retry(ctx, o.pool, tx, id); err != nil {
			return err
		}
		return o.write(ctx, tx, actor, "job.retry", "job:"+strconv.FormatInt(id, 10), map[string]any{"kind": row.Kind})
	})
	return row, err
}

// CancelJob ends a discarded job that nobody needs any more, and returns its kind. It returns job.ErrNoJob if there is
// none, and job.ErrNotGivenUp if an operator must not end it. why is written to the audit log.
func (o *Backoffice) CancelJob(ctx context.Context, id int64, why, actor string) (kind string, err error) {
	err = postgres.InTx(ctx, o.pool, func(ctx context.Context, tx pgx.Tx) error {
		if kind, err = job.Cancel(ctx, tx, id); err != nil {
			return err
		}
		return o.write(ctx, tx, actor, "job.cancel", "job:"+strconv.FormatInt(id, 10), map[string]any{"kind": kind, "note": why})
	})
	return kind, err
}
