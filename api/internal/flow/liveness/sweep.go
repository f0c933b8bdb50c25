package liveness

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/flow/account"
)

// SweepArgs are the arguments of the job that deletes expired data of face checks.
type SweepArgs struct{}

// Kind names the job.
func (SweepArgs) Kind() string { return "face.sweep" }

// InsertOpts names its queue.
func (SweepArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

const (
	// pageSize is how many pictures one transaction erases. maxPages is the number of pages per run; the next run finds
	// the rest.
	pageSize = 500
	maxPages = 40
)

// Sweep erases the pictures of checks whose retention time is over, deletes those checks and their frames, and ends
// abandoned checks. A picture that an operator still has to review is kept. erased is how many pictures were erased.
func (l *Liveness) Sweep(ctx context.Context) (erased int, err error) {
	for range maxPages {
		some, failed := l.sweepPictures(ctx)
		if erased += some; failed != nil || some < pageSize {
			err = failed
			break
		}
	}
	wall := l.Wall()
	_, purged := face.Purge(ctx, l.Pool, wall.Add(-l.Keep), wall)
	return erased, errors.Join(err, purged)
}

// sweepPictures erases a page of pictures.
func (l *Liveness) sweepPictures(ctx context.Context) (erased int, err error) {
	now := l.Clock.Now()
	err = postgres.InTx(ctx, l.Pool, func(ctx context.Context, tx pgx.Tx) error {
		waiting, err := face.PicturesInReview(ctx, tx)
		if err != nil {
			return err
		}
		files, err := media.EraseOldFaces(ctx, tx, now.Add(-l.Keep), now, waiting, pageSize)
		if err != nil || len(files) == 0 {
			return err
		}
		erased = len(files)
		b := &pgx.Batch{}
		if err := job.Queue(b, account.Removals(files)...); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
	return erased, err
}
