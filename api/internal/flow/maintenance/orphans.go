package maintenance

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const (
	// minOrphanAge is the minimum age of an object without a row before it is removed. It is far above the time between
	// storing the object and writing its row.
	minOrphanAge = 24 * time.Hour
	// orphanPageSize is how many objects one job checks. The job's time is enough even if every one must be removed.
	orphanPageSize = 500
	// maxOrphanScan is the maximum duration of a walk over the store; a walk that takes longer removes nothing. No other
	// walk starts by itself while one is running.
	maxOrphanScan = 30 * 24 * time.Hour
	// minPageTime is the minimum time a job must have left to count another page.
	minPageTime = 10 * time.Second
	// minOrphanAllowance is the number of objects without any row that a walk may always remove; orphanShare means that it may
	// remove one in orphanShare of all objects. Both are far above what crashed processes leave behind, and far below
	// what is missing from a database that does not belong to the store.
	minOrphanAllowance = 20
	orphanShare        = 100
)

// OrphanArgs are the arguments of the job for one page of the walk over the object store. The zero value starts a walk.
type OrphanArgs struct {
	// Began is wall time.
	Began time.Time  `json:"began,omitzero"`
	Page  media.Page `json:"page"`
	// Looked, Erased and Unknown are the counts of the walk so far; see media.Orphans. While the walk removes, Unknown
	// is how many it may still remove.
	Looked  int `json:"looked,omitempty"`
	Erased  int `json:"erased,omitempty"`
	Unknown int `json:"unknown,omitempty"`
	// Remove means that counting is finished and the walk goes over the store again to remove what it finds.
	Remove bool `json:"remove,omitempty"`
	// AtMost is how many objects without a row an operator allows to be removed; 0 means the share decides.
	AtMost int `json:"atMost,omitempty"`
}

// most returns how many of the checked objects may have no row.
func (a OrphanArgs) most() int { return max(minOrphanAllowance, a.Looked/orphanShare, a.AtMost) }

// Kind names the job.
func (OrphanArgs) Kind() string { return "maintenance.orphans" }

// KindAliases returns the kinds under which an earlier release may have inserted jobs that are still waiting.
func (OrphanArgs) KindAliases() []string { return []string{"house.orphans"} }

// InsertOpts names its queue.
func (OrphanArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// Orphans removes sealed objects that no row names. An object is stored before its row is written, so that no
// transaction waits for the store, and a process may die in between. If more objects have no row than that explains,
// the database does not belong to the store (an older copy, another deployment's), and nothing is removed until an
// operator has checked.
type Orphans struct {
	Pool  *pgxpool.Pool
	Store *media.Store
	// Stopped receives the reason why a walk removes nothing: media.ErrForeign or media.ErrUnknown.
	Stopped func(error)
}

// Sweep processes a page, or counts several pages if time allows, and inserts the job for the next one. A walk counts
// first and then, if there is something to remove, goes over the store again to remove it. removed is how many objects
// were removed. now is wall time.
func (o Orphans) Sweep(ctx context.Context, a OrphanArgs, now time.Time) (removed int, err error) {
	if a.Began.IsZero() {
		if walking, err := o.walking(ctx); err != nil || walking && a.AtMost == 0 {
			return 0, err
		}
		a.Began = now.UTC()
	}
	if now.Sub(a.Began) > maxOrphanScan {
		return 0, nil
	}
	var next *media.Page
	if a.Remove {
		removed, next, err = o.remove(ctx, &a)
	} else {
		next, err = o.count(ctx, &a)
		for err == nil && next != nil && !a.Remove && hasRoom(ctx) {
			a.Page = *next
			next, err = o.count(ctx, &a)
		}
	}
	if errors.Is(err, media.ErrForeign) || errors.Is(err, media.ErrUnknown) {
		o.Stopped(err)
		return 0, nil
	}
	if err != nil || next == nil {
		return removed, err
	}
	a.Page = *next
	// Unique, so that a page processed twice does not start two walks.
	unique := fmt.Sprintf("%d %t %s %s", a.Began.UnixNano(), a.Remove, next.Kind, next.After)
	return removed, job.Insert(ctx, o.Pool, job.Job{Args: a, Unique: unique})
}

// walking reports whether a walk is running besides the calling job.
func (o Orphans) walking(ctx context.Context) (bool, error) {
	living, err := job.CountUnfinished(OrphanArgs{}.Kind()).Read(ctx, o.Pool)
	return living > 1, err
}

// hasRoom reports whether a job has time for another page.
func hasRoom(ctx context.Context) bool {
	until, bounded := ctx.Deadline()
	return bounded && until.Sub(clock.Wall{}.Now()) > minPageTime
}

// count counts a page. After the last one it switches the walk to removing.
func (o Orphans) count(ctx context.Context, a *OrphanArgs) (*media.Page, error) {
	found, err := o.Store.CountPage(ctx, o.Pool, a.Page, orphanPageSize, a.Began.Add(-minOrphanAge))
	if err != nil {
		return nil, err
	}
	a.Looked, a.Erased, a.Unknown = a.Looked+found.Looked, a.Erased+found.Erased, a.Unknown+found.Unknown
	if found.Next != nil || a.Erased+a.Unknown == 0 {
		return found.Next, nil
	}
	if a.Unknown > a.most() {
		return nil, fmt.Errorf("%w: %d of %d", media.ErrUnknown, a.Unknown, a.Looked)
	}
	a.Remove, a.Unknown = true, a.most()
	return &media.Page{Kind: media.Kinds[0]}, nil
}

// remove removes the orphans of a page, within the number that was counted. That bound also applies if the database is
// replaced meanwhile.
func (o Orphans) remove(ctx context.Context, a *OrphanArgs) (removed int, next *media.Page, err error) {
	found, err := o.Store.SweepPage(ctx, o.Pool, a.Page, orphanPageSize, a.Began.Add(-minOrphanAge), a.Unknown)
	if err != nil {
		return 0, nil, err
	}
	a.Unknown -= found.Unknown
	return found.Erased + found.Unknown, found.Next, nil
}

// Again starts a walk that may remove more than the share, after an operator has checked. said is the audit entry.
func (o Orphans) Again(ctx context.Context, atMost int, said audit.Entry) error {
	return postgres.InTx(ctx, o.Pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		if err := job.Queue(b, job.Of(OrphanArgs{AtMost: atMost})...); err != nil {
			return err
		}
		if err := audit.Queue(b, said); err != nil {
			return err
		}
		return postgres.Send(ctx, tx, b)
	})
}
