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

// SweepArgs ask for one look at what of face checks has had its time.
type SweepArgs struct{}

// Kind names the job.
func (SweepArgs) Kind() string { return "face.sweep" }

// InsertOpts names its queue.
func (SweepArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

const (
	// pageSize is how many pictures one transaction erases, maxPages how many such pages one run has: what is left then is
	// found by the next.
	pageSize = 500
	maxPages = 40
)

// Sweep erases the pictures of checks that are older than they are kept, deletes the checks and what frames they
// showed, and ends the checks that nobody went on with. A picture that a person still has to look at stays.
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
