package maintenance

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
)

const (
	// uploadPageSize is how many pictures one transaction checks. uploadMaxPages is the number of pages per run; the
	// next run finds the rest.
	uploadPageSize = 200
	uploadMaxPages = 100
)

// purgeUploads erases the pictures that were uploaded before a moment and never submitted, in pages, and returns their
// number. now is business time.
func purgeUploads(ctx context.Context, pool *pgxpool.Pool, before, now time.Time) (erased int64, err error) {
	for range uploadMaxPages {
		looked := 0
		err := postgres.InTx(ctx, pool, func(ctx context.Context, tx pgx.Tx) error {
			var files []media.Erased
			var err error
			if looked, files, err = media.EraseUnused(ctx, tx, before, now, uploadPageSize); err != nil || len(files) == 0 {
				return err
			}
			b := &pgx.Batch{}
			if err := job.Queue(b, account.Removals(files)...); err != nil {
				return err
			}
			if err := postgres.Send(ctx, tx, b); err != nil {
				return err
			}
			erased += int64(len(files))
			return nil
		})
		if err != nil || looked < uploadPageSize {
			return erased, err
		}
	}
	return erased, nil
}
