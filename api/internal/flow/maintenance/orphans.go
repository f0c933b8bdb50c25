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
	// orphanAge is how old an object without a row has to be: far above the time between the two.
	orphanAge = 24 * time.Hour
	// orphanPageSize is how many objects one job looks at: also where each has to be removed, its time is enough.
	orphanPageSize = 500
	// orphanWalk is how long a walk over the store may take: a walk that has not come to its end removes nothing. Until then no
	// other begins by itself.
	orphanWalk = 30 * 24 * time.Hour
	// orphanRoom is how much of its time a job has left where it counts another page.
	orphanRoom = 10 * time.Second
	// orphanFloor is how many objects that have no row at all may go in a walk, and orphanShare one of how many of all: far
	// above what processes leave that die, and far below what a database lacks that is not the store's.
	orphanFloor = 20
	orphanShare = 100
)

// OrphanArgs ask for one page of the walk over the object store. The zero value begins a walk.
type OrphanArgs struct {
	// Began is wall time.
	Began time.Time  `json:"began,omitzero"`
	Page  media.Page `json:"page"`
	// Looked, Erased and Unknown are what the walk has counted so far; see media.Orphans. While it removes, Unknown is how
	// many it may still.
	Looked  int `json:"looked,omitempty"`
	Erased  int `json:"erased,omitempty"`
	Unknown int `json:"unknown,omitempty"`
	// Remove tells that everything has been counted, and that the walk begins again to remove what it finds.
	Remove bool `json:"remove,omitempty"`
	// AtMost is how many without a row an operator lets go; 0 leaves it to the share.
	AtMost int `json:"atMost,omitempty"`
}

// most is how many of what was looked at may have no row at all.
func (a OrphanArgs) most() int { return max(orphanFloor, a.Looked/orphanShare, a.AtMost) }

// Kind names the job.
func (OrphanArgs) Kind() string { return "maintenance.orphans" }

// KindAliases are names under which a job may still wait that an earlier release inserted.
func (OrphanArgs) KindAliases() []string { return []string{"house.orphans"} }

// InsertOpts names its queue.
func (OrphanArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// Orphans removes sealed bytes that no row names: an object is stored before its row is written, so that no transaction
// waits for the store, and a process may die in between. Where more have no row than that explains, the database is not the
// store's (an older copy, another deployment's), and nothing is removed until a person has looked.
type Orphans struct {
	Pool  *pgxpool.Pool
	Store *media.Store
	// Stopped hears why a walk removes nothing: media.ErrForeign or media.ErrUnknown.
	Stopped func(error)
}

// Sweep works a page, or counts several where it has the time, and asks for the next: a walk counts first, and comes again to
// remove where there is something. It tells how many objects were removed. now is wall time.
func (o Orphans) Sweep(ctx context.Context, a OrphanArgs, now time.Time) (removed int, err error) {
	if a.Began.IsZero() {
		if walking, err := o.walking(ctx); err != nil || walking && a.AtMost == 0 {
			return 0, err
		}
		a.Began = now.UTC()
	}
	if now.Sub(a.Began) > orphanWalk {
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
	// A page that is worked twice does not make two walks.
	unique := fmt.Sprintf("%d %t %s %s", a.Began.UnixNano(), a.Remove, next.Kind, next.After)
	return removed, job.Insert(ctx, o.Pool, job.Job{Args: a, Unique: unique})
}

// walking tells whether a walk is under way beside the job that asks.
func (o Orphans) walking(ctx context.Context) (bool, error) {
	living, err := job.CountUnfinished(OrphanArgs{}.Kind()).Read(ctx, o.Pool)
	return living > 1, err
}

// hasRoom tells whether a job has the time for another page.
func hasRoom(ctx context.Context) bool {
	until, bounded := ctx.Deadline()
	return bounded && until.Sub(clock.Wall{}.Now()) > orphanRoom
}

// count looks at a page; behind the last one it has the walk begin again to remove.
func (o Orphans) count(ctx context.Context, a *OrphanArgs) (*media.Page, error) {
	found, err := o.Store.CountPage(ctx, o.Pool, a.Page, orphanPageSize, a.Began.Add(-orphanAge))
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

// remove removes the orphans of a page, as long as the walk may: a database that was replaced meanwhile lets it go no
// further than it had counted.
func (o Orphans) remove(ctx context.Context, a *OrphanArgs) (removed int, next *media.Page, err error) {
	found, err := o.Store.SweepPage(ctx, o.Pool, a.Page, orphanPageSize, a.Began.Add(-orphanAge), a.Unknown)
	if err != nil {
		return 0, nil, err
	}
	a.Unknown -= found.Unknown
	return found.Erased + found.Unknown, found.Next, nil
}

// Again begins a walk that may remove more than the share: a person has looked. said is what the audit log is to say of it.
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
