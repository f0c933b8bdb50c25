package member

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

var _ = postgres.Constraints(map[string]reason.Reason{"account_deletion_open": reason.StateChanged})

// Deletion is a borrower's request to delete their account.
type Deletion struct {
	ID          uuid.UUID
	MemberID    uuid.UUID
	RequestedAt time.Time
	// DueAt is when the account is deleted. The request can be withdrawn until then.
	DueAt time.Time
	// Outcome is empty while the request is open, then withdrawn, stopped or done.
	Outcome string
	EndedAt *time.Time
	// DocumentsUntil is when the documents that the law requires us to keep are erased, or nil if there are none.
	DocumentsUntil *time.Time
}

// The outcomes of a deletion.
const (
	DeletionWithdrawn = "withdrawn"
	// DeletionStopped means that a debt was reopened, or something else of the member was unfinished, when the deletion was due.
	DeletionStopped = "stopped"
	DeletionDone    = "done"
)

const deletionColumns = `id, member_id, requested_at, due_at, COALESCE(outcome, '') AS outcome, ended_at, papers_until AS documents_until`

// QueueDeletion reads the newest request of a member in a batch, or nil if there is none.
func QueueDeletion(b *pgx.Batch, member uuid.UUID) **Deletion {
	var newest *Deletion
	b.Queue(`SELECT `+deletionColumns+` FROM account_deletion WHERE member_id = $1 ORDER BY requested_at DESC, id DESC LIMIT 1`, member).
		Query(func(rows pgx.Rows) error {
			all, err := pgx.CollectRows(rows, pgx.RowToAddrOfStructByPos[Deletion])
			if len(all) > 0 {
				newest = all[0]
			}
			return err
		})
	return &newest
}

// QueueRequestDeletion starts the deletion of an active member. The batch fails with AccountDeleting if the member is not active.
func QueueRequestDeletion(b *pgx.Batch, member uuid.UUID, now, due time.Time) {
	b.Queue(`
		WITH leaving AS (UPDATE member SET status = 'deleting' WHERE id = $1 AND status = 'active' RETURNING id)
		INSERT INTO account_deletion (member_id, requested_at, due_at) SELECT id, $2, $3 FROM leaving`, member, now, due).
		Exec(orElse(reason.AccountDeleting))
}

// QueueEndDeletion closes an open request without deleting the account. outcome is DeletionWithdrawn or DeletionStopped. The batch
// fails with StateChanged if no request is open.
func QueueEndDeletion(b *pgx.Batch, member uuid.UUID, outcome string, now time.Time) {
	b.Queue(`
		WITH stays AS (UPDATE member SET status = 'active' WHERE id = $1 AND status = 'deleting' RETURNING id)
		UPDATE account_deletion d SET outcome = $2, ended_at = $3 FROM stays WHERE d.member_id = stays.id AND d.outcome IS NULL`,
		member, outcome, now).
		Exec(orElse(reason.StateChanged))
}

// orElse returns a callback that fails with why if the statement affected no row.
func orElse(why reason.Reason) func(pgconn.CommandTag) error {
	return func(tag pgconn.CommandTag) error {
		if tag.RowsAffected() == 0 {
			return reason.New(why)
		}
		return nil
	}
}

// DueDeletions returns the open requests that are due, oldest first, without those in except.
func DueDeletions(ctx context.Context, db postgres.DB, now time.Time, except []uuid.UUID, limit int) ([]Deletion, error) {
	return deletions(ctx, db, `WHERE outcome IS NULL AND due_at <= $1 AND id <> ALL ($2) ORDER BY due_at, id LIMIT $3`, now, except, limit)
}

// OpenDeletions reads a page of the open requests, in order of due time.
func OpenDeletions(a paging.Request) postgres.Query[paging.Page[Deletion]] {
	return paging.List("member: deletions", a, paging.Sort{At: "due_at", ID: "id"}, func(d Deletion) paging.Position {
		return paging.Position{At: d.DueAt, ID: d.ID}
	}, `SELECT `+deletionColumns+` FROM account_deletion WHERE outcome IS NULL`)
}

// DueDocumentErasures returns the deletions whose documents need not be kept any longer, oldest first, without those in except.
func DueDocumentErasures(ctx context.Context, db postgres.DB, now time.Time, except []uuid.UUID, limit int) ([]Deletion, error) {
	const due = `WHERE papers_until <= $1 AND papers_erased_at IS NULL AND id <> ALL ($2) ORDER BY papers_until, id LIMIT $3`
	return deletions(ctx, db, due, now, except, limit)
}

// DueSecondErasures returns the deletions that were done no later than before and whose second erasure has not run, oldest first,
// without those in except.
func DueSecondErasures(ctx context.Context, db postgres.DB, before time.Time, except []uuid.UUID, limit int) ([]Deletion, error) {
	const due = `WHERE outcome = 'done' AND erased_again_at IS NULL AND ended_at <= $1 AND id <> ALL ($2) ORDER BY ended_at, id LIMIT $3`
	return deletions(ctx, db, due, before, except, limit)
}

func deletions(ctx context.Context, db postgres.DB, where string, args ...any) ([]Deletion, error) {
	rows, err := db.Query(ctx, `SELECT `+deletionColumns+` FROM account_deletion `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("member: deletions: %w", postgres.Reason(err))
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Deletion])
	if err != nil {
		return nil, fmt.Errorf("member: deletions: %w", postgres.Reason(err))
	}
	return all, nil
}

// KeepDocuments extends the time for which the documents of a deletion are kept.
func KeepDocuments(ctx context.Context, db postgres.DB, deletion uuid.UUID, until time.Time) error {
	_, err := db.Exec(ctx, `UPDATE account_deletion SET papers_until = $2 WHERE id = $1 AND papers_erased_at IS NULL`, deletion, until)
	if err != nil {
		return fmt.Errorf("member: keep documents: %w", postgres.Reason(err))
	}
	return nil
}

// QueueDocumentsErased records that the documents of a deletion are erased.
func QueueDocumentsErased(b *pgx.Batch, deletion uuid.UUID, now time.Time) {
	b.Queue(`UPDATE account_deletion SET papers_erased_at = $2 WHERE id = $1 AND papers_erased_at IS NULL`, deletion, now)
}

// LockLeaving locks the row of a member with a deletion, after their login codes. deleting means that the deletion is still open,
// left that the membership has ended and the rest may have to be erased. Both are false if the deletion was withdrawn.
func LockLeaving(ctx context.Context, tx pgx.Tx, member uuid.UUID) (deleting, left bool, err error) {
	b := &pgx.Batch{}
	QueueLockLoginCodes(b, member)
	status := postgres.Value[string]("member: lock", `SELECT status FROM member WHERE id = $1 FOR NO KEY UPDATE`, member).Queue(b)
	if err := postgres.Send(ctx, tx, b); err != nil {
		return false, false, err
	}
	return status.Get() == "deleting", status.Get() == "deleted", nil
}
