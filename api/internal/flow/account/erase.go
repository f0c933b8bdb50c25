package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/audit"
	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// EraseArgs ask for one look at the deletions whose time has come.
type EraseArgs struct{}

// Kind names the job.
func (EraseArgs) Kind() string { return "account.erase" }

// InsertOpts names its queue.
func (EraseArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// eraseActor is the job in the audit log.
const eraseActor = "job:account.erase"

const (
	// pageSize bounds what is held in memory, maxPages one run; what is left is found by the next.
	pageSize = 50
	maxPages = 20
	// erasePage is how many rows of a member one transaction erases.
	erasePage = 500
	// requestLife is longer than any request takes.
	requestLife = time.Hour
)

// Erase does the deletions whose time has come by business time, each in a transaction of its own, and tells how many; one
// that fails keeps none of the others waiting. Then it erases the documents that need not be kept any longer, and what was
// written by requests that were under way when their member was erased.
func (a *Account) Erase(ctx context.Context) (erased int, err error) {
	now := a.clock.Now()
	failed := a.work(ctx, backlogErase, func(ctx context.Context, except []uuid.UUID) ([]member.Deletion, error) {
		return member.DueDeletions(ctx, a.pool, now, except, a.pageSize)
	}, func(ctx context.Context, d member.Deletion) error {
		done, err := a.erase(ctx, d, now)
		if done {
			erased++
		}
		return err
	})
	documents := a.work(ctx, backlogDocuments, func(ctx context.Context, except []uuid.UUID) ([]member.Deletion, error) {
		return member.DueDocumentErasures(ctx, a.pool, now, except, a.pageSize)
	}, func(ctx context.Context, d member.Deletion) error { return a.eraseDocuments(ctx, d, now) })
	again := a.work(ctx, backlogAgain, func(ctx context.Context, except []uuid.UUID) ([]member.Deletion, error) {
		return member.DueSecondErasures(ctx, a.pool, now.Add(-requestLife), except, a.pageSize)
	}, func(ctx context.Context, d member.Deletion) error { return a.eraseAgain(ctx, d, now) })
	return erased, errors.Join(failed, documents, again)
}

// The backlogs.
const (
	backlogErase     = "account.erase"
	backlogDocuments = "account.erase_papers"
	backlogAgain     = "account.erase_again"
)

// EraseNow is Erase for a person: it tries, too, what failed a moment ago.
func (a *Account) EraseNow(ctx context.Context) (erased int, err error) {
	if err := job.ForgetSetbacks(ctx, a.pool, backlogErase, backlogDocuments, backlogAgain); err != nil {
		return 0, err
	}
	return a.Erase(ctx)
}

// work goes through a backlog of deletions by its name.
func (a *Account) work(
	ctx context.Context, name string, find func(ctx context.Context, except []uuid.UUID) ([]member.Deletion, error), do func(context.Context, member.Deletion) error,
) error {
	err := job.Backlog[member.Deletion]{
		Name: name, MaxPages: maxPages, ID: func(d member.Deletion) uuid.UUID { return d.ID }, Find: find, Do: do,
	}.Run(ctx, a.pool)
	if err != nil {
		return fmt.Errorf("account: %s: %w", name, err)
	}
	return nil
}

// note writes what the job has done with a member's account into the audit log.
func note(ctx context.Context, tx pgx.Tx, id uuid.UUID, action string, now time.Time) error {
	return audit.Write(ctx, tx, audit.Entry{At: now, Actor: eraseActor, Action: action, Subject: "member:" + id.String()})
}
