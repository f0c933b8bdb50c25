package maintenance_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/minio/minio-go/v7"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/flow/maintenance"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
	"github.com/loanmarket/loanmarket/api/internal/test/s3test"
)

// runWalk runs a whole walk over the store of a market, a day from now. It returns how many objects were removed and why
// the walk stopped.
func runWalk(t *testing.T, o maintenance.Orphans, a maintenance.OrphanArgs) (removed int, stopped error) {
	t.Helper()
	o.Stopped = func(err error) { stopped = err }
	a.Began = time.Now().Add(25 * time.Hour)
	for {
		n, err := o.Sweep(t.Context(), a, a.Began)
		require.NoError(t, err)
		removed += n
		var next []byte
		err = o.Pool.QueryRow(t.Context(), `DELETE FROM river_job WHERE kind = 'maintenance.orphans' RETURNING args`).Scan(&next)
		if errors.Is(err, pgx.ErrNoRows) {
			return removed, stopped
		}
		require.NoError(t, err)
		a = maintenance.OrphanArgs{}
		require.NoError(t, json.Unmarshal(next, &a))
	}
}

// store puts n objects without a row into the store.
func store(t *testing.T, o maintenance.Orphans, n int) {
	t.Helper()
	for range n {
		_, err := o.Store.Store(t.Context(), media.File{Member: uuid.New(), Kind: media.Document, Content: []byte("a document")})
		require.NoError(t, err)
	}
}

func TestWalkRemovesObjectsWithoutARow(t *testing.T) {
	t.Parallel()
	o := maintenance.Orphans{Pool: postgrestest.New(t), Store: s3test.Files(t)}
	store(t, o, 20)
	removed, stopped := runWalk(t, o, maintenance.OrphanArgs{})
	require.NoError(t, stopped)
	require.Equal(t, 20, removed)
	removed, stopped = runWalk(t, o, maintenance.OrphanArgs{})
	require.NoError(t, stopped)
	require.Zero(t, removed)
}

// A database restored to an earlier point has no rows for later objects. Nothing is removed until an operator has
// checked.
func TestWalkStopsIfTooManyObjectsHaveNoRow(t *testing.T) {
	t.Parallel()
	o := maintenance.Orphans{Pool: postgrestest.New(t), Store: s3test.Files(t)}
	store(t, o, 21)
	removed, stopped := runWalk(t, o, maintenance.OrphanArgs{})
	require.ErrorIs(t, stopped, media.ErrUnknown)
	require.ErrorContains(t, stopped, "21 of 21")
	require.Zero(t, removed)

	// The database was restored while a walk was removing what it had counted.
	removed, stopped = runWalk(t, o, maintenance.OrphanArgs{Remove: true, Unknown: 20})
	require.ErrorIs(t, stopped, media.ErrUnknown)
	require.Zero(t, removed)

	removed, stopped = runWalk(t, o, maintenance.OrphanArgs{AtMost: 21})
	require.NoError(t, stopped, "an operator has allowed this number")
	require.Equal(t, 21, removed)
}

func TestOnePercentOfObjectsMayHaveNoRow(t *testing.T) {
	t.Parallel()
	o := maintenance.Orphans{Pool: postgrestest.New(t), Store: s3test.Files(t)}
	store(t, o, 21)
	// Looked is the count of a large market's store.
	removed, stopped := runWalk(t, o, maintenance.OrphanArgs{Looked: 2079})
	require.NoError(t, stopped)
	require.Equal(t, 21, removed)
}

// An erased document has a row that says so, so it is removed even if there are many.
func TestErasedObjectsDoNotStopTheWalk(t *testing.T) {
	t.Parallel()
	o := maintenance.Orphans{Pool: postgrestest.New(t), Store: s3test.Files(t)}
	lan := uuid.New()
	for range 21 {
		_, err := o.Store.Put(t.Context(), o.Pool, media.File{Member: lan, Kind: media.Document, Mime: "application/pdf", Content: []byte("a document")}, time.Now())
		require.NoError(t, err)
	}
	_, err := media.Erase(t.Context(), o.Pool, lan, time.Now(), media.Document)
	require.NoError(t, err)
	removed, stopped := runWalk(t, o, maintenance.OrphanArgs{})
	require.NoError(t, stopped)
	require.Equal(t, 21, removed)
}

// Another deployment has taken the buckets while this one was running.
func TestBucketsOfAnotherDeploymentAreNotSwept(t *testing.T) {
	t.Parallel()
	corner := s3test.New(t)
	o := maintenance.Orphans{Pool: postgrestest.New(t), Store: s3test.FilesAt(t, corner)}
	store(t, o, 1)
	mark := corner.Prefix + string(media.Identity)
	_, err := corner.Client.PutObject(t.Context(), mark, "deployment", strings.NewReader("another"), 7, minio.PutObjectOptions{})
	require.NoError(t, err)
	removed, stopped := runWalk(t, o, maintenance.OrphanArgs{})
	require.ErrorIs(t, stopped, media.ErrForeign)
	require.Zero(t, removed)

	// A bucket without an owner is not swept either.
	require.NoError(t, corner.Client.RemoveObject(t.Context(), mark, "deployment", minio.RemoveObjectOptions{}))
	_, stopped = runWalk(t, o, maintenance.OrphanArgs{})
	require.ErrorIs(t, stopped, media.ErrForeign)
}

func TestWalkQueuesItsNextPageOnceAndEnds(t *testing.T) {
	t.Parallel()
	o := maintenance.Orphans{Pool: postgrestest.New(t), Store: s3test.Files(t)}
	_, err := o.Store.Store(t.Context(), media.File{Member: uuid.New(), Kind: media.Kinds[0], Content: []byte("lost")})
	require.NoError(t, err)
	queued := func() (n int) {
		require.NoError(t, o.Pool.QueryRow(t.Context(), `SELECT count(*) FROM river_job WHERE kind = 'maintenance.orphans'`).Scan(&n))
		return n
	}
	first := maintenance.OrphanArgs{Began: time.Now().Add(25 * time.Hour)}
	first.Remove, first.Unknown = true, 1
	removed, err := o.Sweep(t.Context(), first, first.Began)
	require.NoError(t, err)
	require.Equal(t, 1, removed)
	_, err = o.Sweep(t.Context(), first, first.Began)
	require.NoError(t, err)
	require.Equal(t, 1, queued(), "sweeping a page twice queues the next page once")

	last := maintenance.OrphanArgs{Began: first.Began, Page: media.Page{Kind: media.Kinds[len(media.Kinds)-1]}}
	_, err = o.Sweep(t.Context(), last, last.Began)
	require.NoError(t, err)
	_, err = o.Sweep(t.Context(), first, first.Began.Add(31*24*time.Hour))
	require.NoError(t, err)
	require.Equal(t, 1, queued(), "the walk ends after the last page and when its time is over")
}

// A walk over very many objects takes longer than the interval between two walks. A new one does not start before it
// ends, and a job counts as many pages as it has time for.
func TestNoScheduledWalkStartsWhileALongOneRuns(t *testing.T) {
	t.Parallel()
	o := maintenance.Orphans{Pool: postgrestest.New(t), Store: s3test.Files(t)}
	store(t, o, 1)
	newest := func() (a maintenance.OrphanArgs, queued int) {
		var args []byte
		require.NoError(t, o.Pool.QueryRow(t.Context(), `
			SELECT args, count(*) OVER () FROM river_job WHERE kind = 'maintenance.orphans' ORDER BY id DESC LIMIT 1`).Scan(&args, &queued))
		require.NoError(t, json.Unmarshal(args, &a))
		return a, queued
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err := o.Sweep(ctx, maintenance.OrphanArgs{}, time.Now().Add(25*time.Hour))
	require.NoError(t, err)
	walk, _ := newest()
	require.True(t, walk.Remove, "all kinds are counted")

	require.NoError(t, job.Insert(ctx, o.Pool, job.Of(maintenance.OrphanArgs{})...))
	_, err = o.Sweep(ctx, maintenance.OrphanArgs{}, time.Now().Add(49*time.Hour))
	require.NoError(t, err)
	_, queued := newest()
	require.Equal(t, 2, queued, "today's job and the next page of the running walk")
	removed, err := o.Sweep(ctx, maintenance.OrphanArgs{AtMost: 50}, time.Now().Add(49*time.Hour))
	require.NoError(t, err)
	require.Zero(t, removed)
	_, queued = newest()
	require.Equal(t, 3, queued, "a walk that an operator requested starts all the same")
}
