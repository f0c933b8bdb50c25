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

// Deletion is a borrower's wish to have their account deleted.
type Deletion struct {
	ID          uuid.UUID
	MemberID    uuid.UUID
	RequestedAt time.Time
	// DueAt is when it is done; until then it can be withdrawn.
	DueAt time.Time
	// Outcome is empty while it waits, then withdrawn, stopped or done.
	Outcome string
	EndedAt *time.Time
	// DocumentsUntil is when the documents that the law has us keep go; nil when there were none.
	DocumentsUntil *time.Time
}

// The outcomes.
const (
	DeletionWithdrawn = "withdrawn"
	// DeletionStopped: a debt was opened again while it waited, or something of theirs was not done with.
	DeletionStopped = "stopped"
	DeletionDone    = "done"
)

const deletionColumns = `id, member_id, requested_at, due_at, COALESCE(outcome, '') AS outcome, ended_at, papers_until AS documents_until`

// QueueDeletion reads the newest wish of a member in a batch; nil when they never had one.
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

// QueueRequestDeletion puts an active member on the way out; closing the batch gives AccountDeleting for one who is on it
// already.
func QueueRequestDeletion(b *pgx.Batch, member uuid.UUID, now, due time.Time) {
	b.Queue(`
		WITH leaving AS (UPDATE member SET status = 'deleting' WHERE id = $1 AND status = 'active' RETURNING id)
		INSERT INTO account_deletion (member_id, requested_at, due_at) SELECT id, $2, $3 FROM leaving`, member, now, due).
		Exec(orElse(reason.AccountDeleting))
}

// QueueEndDeletion ends a wish that still waits, without a deletion: outcome is DeletionWithdrawn or DeletionStopped.
// When it waits no longer, closing the batch gives StateChanged.
func QueueEndDeletion(b *pgx.Batch, member uuid.UUID, outcome string, now time.Time) {
	b.Queue(`
		WITH stays AS (UPDATE member SET status = 'active' WHERE id = $1 AND status = 'deleting' RETURNING id)
		UPDATE account_deletion d SET outcome = $2, ended_at = $3 FROM stays WHERE d.member_id = stays.id AND d.outcome IS NULL`,
		member, outcome, now).
		Exec(orElse(reason.StateChanged))
}

// orElse is the refusal of a statement that found no row in the state it starts from.
func orElse(why reason.Reason) func(pgconn.CommandTag) error {
	return func(tag pgconn.CommandTag) error {
		if tag.RowsAffected() == 0 {
			return reason.New(why)
		}
		return nil
	}
}

// DueDeletions are the wishes whose time has come, the oldest first, without those of except.
func DueDeletions(ctx context.Context, db postgres.DB, now time.Time, except []uuid.UUID, limit int) ([]Deletion, error) {
	return deletions(ctx, db, `WHERE outcome IS NULL AND due_at <= $1 AND id <> ALL ($2) ORDER BY due_at, id LIMIT $3`, now, except, limit)
}

// OpenDeletions reads a page of those that wait, the next first.
func OpenDeletions(a paging.Request) postgres.Query[paging.Page[Deletion]] {
	return paging.List("member: deletions", a, paging.Sort{At: "due_at", ID: "id"}, func(d Deletion) paging.Position {
		return paging.Position{At: d.DueAt, ID: d.ID}
	}, `SELECT `+deletionColumns+` FROM account_deletion WHERE outcome IS NULL`)
}

// DueDocumentErasures are the deletions whose documents need not be kept any longer, the oldest first, without those of except.
func DueDocumentErasures(ctx context.Context, db postgres.DB, now time.Time, except []uuid.UUID, limit int) ([]Deletion, error) {
	const due = `WHERE papers_until <= $1 AND papers_erased_at IS NULL AND id <> ALL ($2) ORDER BY papers_until, id LIMIT $3`
	return deletions(ctx, db, due, now, except, limit)
}

// DueSecondErasures are the deletions that were done before an instant and after which nobody has looked again, the oldest
// first, without those of except.
func DueSecondErasures(ctx context.Context, db postgres.DB, before time.Time, except []uuid.UUID, limit int) ([]Deletion, error) {
	const due = `WHERE outcome = 'done' AND erased_again_at IS NULL AND ended_at <= $1 AND id <> ALL ($2) ORDER BY ended_at, id LIMIT $3`
	return deletions(ctx, db, due, before, except, limit)
}

// QueueErasedAgain notes that everything of a deletion was erased once more.
func QueueErasedAgain(b *pgx.Batch, deletion uuid.UUID, now time.Time) {
	b.Queue(`UPDATE account_deletion SET erased_again_at = $2 WHERE id = $1 AND erased_again_at IS NULL`, deletion, now)
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

// KeepDocuments has the documents of a deletion kept for longer.
func KeepDocuments(ctx context.Context, db postgres.DB, deletion uuid.UUID, until time.Time) error {
	_, err := db.Exec(ctx, `UPDATE account_deletion SET papers_until = $2 WHERE id = $1 AND papers_erased_at IS NULL`, deletion, until)
	if err != nil {
		return fmt.Errorf("member: keep documents: %w", postgres.Reason(err))
	}
	return nil
}

// QueueDocumentsErased notes that the documents of a deletion are gone.
func QueueDocumentsErased(b *pgx.Batch, deletion uuid.UUID, now time.Time) {
	b.Queue(`UPDATE account_deletion SET papers_erased_at = $2 WHERE id = $1 AND papers_erased_at IS NULL`, deletion, now)
}

// LockLeaving holds the row of a member whose deletion waits, and tells how far it has come: deleting is one who can still be met, left is
// one whose membership has ended and of whom the rest may have to be erased. Neither is one who has withdrawn.
func LockLeaving(ctx context.Context, tx pgx.Tx, member uuid.UUID) (deleting, left bool, err error) {
	var status string
	if err := tx.QueryRow(ctx, `SELECT status FROM member WHERE id = $1 FOR NO KEY UPDATE`, member).Scan(&status); err != nil {
		return false, false, fmt.Errorf("member: lock: %w", postgres.Reason(err))
	}
	return status == "deleting", status == "deleted", nil
}
