package maintenance

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/lease"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// markInterval is how often a process marks its build as used. It is well below the minimum of Assets.KeepFor.
	markInterval = 6 * time.Hour
	// retryDelay is the pause after a failure.
	retryDelay = time.Minute
	// markTimeout is for uploading a whole build to the object store.
	markTimeout = 2 * time.Minute
	// keepBuilds is how many builds are kept regardless of their age: the one used last and the one before it.
	keepBuilds = 2
	// SweepTimeout bounds one sweep. Each file is a request to the object store.
	SweepTimeout = 10 * time.Minute
	// assetsLease is held shared by processes that keep builds, and exclusively by a process that removes them.
	assetsLease = "assets"
)

// Assets keeps the files of the builds of the pages. A page opened before a deploy still requests the files of its own
// build, and during a deploy one process is asked for files that only the other has.
type Assets struct {
	Pool  *pgxpool.Pool
	Store *media.Store
	// KeepFor is how long the files of a build are kept after a process last served it; at least a day.
	KeepFor time.Duration
}

// Serve stores the files of a build now and marks the build as used every few hours until ctx ends. tried receives the
// result of each try. A failed try is repeated.
func (a Assets) Serve(ctx context.Context, version string, files map[string][]byte, tried func(error)) {
	every(ctx, func() error { return a.MarkUsed(ctx, version, files) }, tried)
}

// every marks a build as used at intervals until ctx ends.
func every(ctx context.Context, mark func() error, tried func(error)) {
	for ctx.Err() == nil {
		pause := markInterval
		err := mark()
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			pause = retryDelay
		}
		tried(err)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// MarkUsed stores the files of a build and marks it as used now. It returns system_busy while a sweep is running.
func (a Assets) MarkUsed(ctx context.Context, version string, files map[string][]byte) error {
	held, err := lease.Hold(ctx, a.Pool, assetsLease, lease.Shared, markTimeout, func(ctx context.Context) error {
		return a.Store.KeepBuild(ctx, version, files)
	})
	if err == nil && !held {
		return reason.New(reason.SystemBusy).After(retryDelay)
	}
	return err
}

// Sweep removes the files that only builds last used more than KeepFor before now need, and returns their number. The
// two builds used last are always kept, and so are files uploaded within KeepFor. If another process is storing a build
// or sweeping at this moment, Sweep does nothing. now is wall time.
func (a Assets) Sweep(ctx context.Context, now time.Time) (removed int, err error) {
	_, err = lease.Hold(ctx, a.Pool, assetsLease, lease.Exclusive, SweepTimeout, func(ctx context.Context) error {
		removed, err = a.sweep(ctx, now.Add(-a.KeepFor))
		return err
	})
	return removed, err
}

func (a Assets) sweep(ctx context.Context, before time.Time) (int, error) {
	builds, err := a.Store.Builds(ctx)
	if err != nil {
		return 0, err
	}
	needed, over := map[string]bool{}, []string{}
	for i, b := range builds {
		if i >= keepBuilds && b.Used.Before(before) {
			over = append(over, b.Version)
			continue
		}
		if b.Files == nil {
			return 0, fmt.Errorf("the mark of build %s has no list of files", b.Version)
		}
		for _, name := range b.Files {
			needed[name] = true
		}
	}
	there, err := a.Store.Assets(ctx)
	if err != nil || len(needed) == 0 {
		return 0, err
	}
	var old []string
	for name, put := range there {
		if !needed[name] && put.Before(before) {
			old = append(old, name)
		}
	}
	if err := a.Store.RemoveAssets(ctx, old...); err != nil {
		return 0, err
	}
	return len(old), a.Store.RemoveBuilds(ctx, over...)
}
