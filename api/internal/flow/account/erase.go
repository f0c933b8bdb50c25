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

// EraseArgs are the arguments of the job that carries out due deletions.
type EraseArgs struct{}

// Kind names the job.
func (EraseArgs) Kind() string { return "account.erase" }

// InsertOpts names its queue.
func (EraseArgs) InsertOpts() river.InsertOpts { return job.Upkeep.Options() }

// eraseActor is the actor of the job in the audit log.
const eraseActor = "job:account.erase"

const (
	// pageSize bounds what is held in memory. maxPages bounds one run; the next run finds the rest.
	pageSize = 50
	maxPages = 20
	// erasePage is how many rows of a member one transaction erases.
	erasePage = 500
	// requestLife is longer than any request lasts.
	requestLife = time.Hour
)

// Erase carries out the deletions that are due by business time, each in its own transactions, and returns their
// number. A failed deletion does not block the others. Then it erases the documents whose retention is over, and
// whatever requests wrote that were still running when their member was erased.
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

// The names of the backlogs.
const (
	backlogErase     = "account.erase"
	backlogDocuments = "account.erase_papers"
	backlogAgain     = "account.erase_again"
)

// EraseNow is Erase for an operator. It also retries deletions that failed a moment ago.
func (a *Account) EraseNow(ctx context.Context) (erased int, err error) {
	if err := job.ClearSetbacks(ctx, a.pool, backlogErase, backlogDocuments, backlogAgain); err != nil {
		return 0, err
	}
	return a.Erase(ctx)
}

// work processes a backlog of deletions by its name.
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

// note writes what the job did with a member's account to the audit log.
func note(ctx context.Context, tx pgx.Tx, id uuid.UUID, action string, now time.Time) error {
	return audit.Write(ctx, tx, audit.Entry{At: now, Actor: eraseActor, Action: action, Subject: "member:" + id.String()})
}
