package maintenance

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/media"
)

const (
	// orphanAge is how old an object without a row has to be: far above the time between the two.
	orphanAge = 24 * time.Hour
	// orphanPage is how many objects one job looks at: also where each has to be removed, its time is enough.
	orphanPage = 500
	// orphanWalk is how long a walk over the store may take. What is over then is left to the next one.
	orphanWalk = 20 * time.Hour
)

// OrphanArgs ask for one page of the walk over the object store. The zero value begins a walk.
type OrphanArgs struct {
	// Began is wall time.
	Began time.Time  `json:"began,omitzero"`
	Page  media.Page `json:"page"`
}

// Kind names the job.
func (OrphanArgs) Kind() string { return "maintenance.orphans" }

// KindAliases are names under which a job may still wait that an earlier release inserted.
func (OrphanArgs) KindAliases() []string { return []string{"house.orphans"} }

// InsertOpts names its queue.
func (OrphanArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// Orphans removes sealed bytes that no row names: an object is stored before its row is written, so that no transaction
// waits for the store, and a process may die in between.
type Orphans struct {
	Pool  *pgxpool.Pool
	Store *media.Store
}

// Sweep works one page and asks for the next. It tells how many objects were removed. now is wall time.
func (o Orphans) Sweep(ctx context.Context, a OrphanArgs, now time.Time) (int, error) {
	if a.Began.IsZero() {
		a.Began = now.UTC()
	}
	if now.Sub(a.Began) > orphanWalk {
		return 0, nil
	}
	removed, next, err := o.Store.SweepPage(ctx, o.Pool, a.Page, orphanPage, a.Began.Add(-orphanAge))
	if err != nil || next == nil {
		return removed, err
	}
	a.Page = *next
	// A page that is worked twice does not make two walks.
	unique := fmt.Sprintf("%d %s %s", a.Began.UnixNano(), next.Kind, next.After)
	return removed, job.Insert(ctx, o.Pool, job.Job{Args: a, Unique: unique})
}
