package maintenance

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
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
	// assetsLock names the lock between those who keep builds, which share it, and who removes them.
	assetsLock = `hashtextextended('house/assets', 0)`
)

// Assets keeps the files of the builds of the pages. A page that was opened before a deploy goes on asking for the files
// of its own build, and during a deploy one process is asked for what only the other has.
type Assets struct {
	Pool  *pgxpool.Pool
	Store *media.Store
	// KeepFor is how long the files of a build stay after a process served it last; at least a day.
	KeepFor time.Duration
}

// Serve keeps the files of a build now and says every few hours that it is in use, until ctx ends. failed hears of what
// went wrong; it is tried again.
func (a Assets) Serve(ctx context.Context, version string, files map[string][]byte, failed func(error)) {
	for ctx.Err() == nil {
		pause := useAgain
		if err := a.MarkUsed(ctx, version, files); err != nil && ctx.Err() == nil {
			failed(err)
			pause = tryAgain
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// MarkUsed keeps the files of a build and marks it as used now; reason system_busy while somebody sweeps.
func (a Assets) MarkUsed(ctx context.Context, version string, files map[string][]byte) error {
	ctx, cancel := context.WithTimeout(ctx, useTimeout)
	defer cancel()
	got, err := a.locked(ctx, "_shared", func() error { return a.Store.KeepBuild(ctx, version, files) })
	if err == nil && !got {
		return reason.New(reason.SystemBusy).After(tryAgain)
	}
	return err
}

// Sweep removes the files that no build needs which was used within For before now, and answers how many. The two builds
// that were used last stay in any case, and so does what was put there within For. Where a process is keeping a build at
// this moment, or another one sweeps, nothing is done. now is wall time.
func (a Assets) Sweep(ctx context.Context, now time.Time) (removed int, err error) {
	_, err = a.locked(ctx, "", func() error {
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

// locked does the work while it holds the lock, alone or shared, on a connection of its own: the work is none of the
// database, so no transaction is kept open for it. Without the lock it does nothing and answers false.
func (a Assets) locked(ctx context.Context, kind string, work func() error) (bool, error) {
	conn, err := a.Pool.Acquire(ctx)
	if err != nil {
		return false, fmt.Errorf("assets: %w", postgres.Reason(err))
	}
	defer conn.Release()
	var got bool
	if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock`+kind+`(`+assetsLock+`)`).Scan(&got); err != nil || !got {
		return false, postgres.Reason(err)
	}
	defer func() {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		// A connection that could not give the lock back must not return to the pool with it.
		if _, err := conn.Exec(late, `SELECT pg_advisory_unlock`+kind+`(`+assetsLock+`)`); err != nil {
			_ = conn.Conn().Close(late)
		}
	}()
	return true, work()
}
