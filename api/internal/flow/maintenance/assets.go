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
	// useAgain is how often a process says which build it serves. It is well below the shortest time of Assets.KeepFor.
	useAgain = 6 * time.Hour
	// tryAgain is how soon it says so again after a failure.
	tryAgain = time.Minute
	// useTimeout is for sending a whole build to the object store.
	useTimeout = 2 * time.Minute
	// keepBuilds is how many builds stay however old they are: the one that was used last, and the one before it.
	keepBuilds = 2
	// SweepTimeout is what one sweep may take: each file is a request to the object store.
	SweepTimeout = 10 * time.Minute
	// assetsLease is held by those who keep builds, who share it, and by who removes them.
	assetsLease = "assets"
)

// Assets keeps the files of the builds of the pages. A page that was opened before a deploy goes on asking for the files
// of its own build, and during a deploy one process is asked for what only the other has.
type Assets struct {
	Pool  *pgxpool.Pool
	Store *media.Store
	// KeepFor is how long the files of a build stay after a process served it last; at least a day.
	KeepFor time.Duration
}

// Serve keeps the files of a build now and says every few hours that it is in use, until ctx ends. tried hears how
// each try ended; one that failed is repeated.
func (a Assets) Serve(ctx context.Context, version string, files map[string][]byte, tried func(error)) {
	every(ctx, func() error { return a.MarkUsed(ctx, version, files) }, tried)
}

// every says again and again that a build is in use.
func every(ctx context.Context, mark func() error, tried func(error)) {
	for ctx.Err() == nil {
		pause := useAgain
		err := mark()
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			pause = tryAgain
		}
		tried(err)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// MarkUsed keeps the files of a build and marks it as used now; reason system_busy while somebody sweeps.
func (a Assets) MarkUsed(ctx context.Context, version string, files map[string][]byte) error {
	held, err := lease.Hold(ctx, a.Pool, assetsLease, lease.Shared, useTimeout, func(ctx context.Context) error {
		return a.Store.KeepBuild(ctx, version, files)
	})
	if err == nil && !held {
		return reason.New(reason.SystemBusy).After(tryAgain)
	}
	return err
}

// Sweep removes the files that no build needs which was used within KeepFor before now, and answers how many. The two
// builds that were used last stay in any case, and so does what was put there within KeepFor. Where a process is keeping a
// build at this moment, or another one sweeps, nothing is done. now is wall time.
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
			return 0, fmt.Errorf("the mark of build %s does not name its files", b.Version)
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
