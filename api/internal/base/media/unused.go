package media

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// uploaded selects the kinds for which a borrower first uploads a picture and later submits it.
const uploaded = `kind IN ('identity', 'passbook', 'proof', 'complaint')`

// named is true for a file f that is referenced by something its borrower submitted.
const named = `(EXISTS (SELECT FROM identity_file n WHERE n.member_id = f.member_id AND n.file_id = f.id)
	OR EXISTS (SELECT FROM bank_card_file n WHERE n.member_id = f.member_id AND n.file_id = f.id)
	OR EXISTS (SELECT FROM proof_file n WHERE n.member_id = f.member_id AND n.file_id = f.id)
	OR EXISTS (SELECT FROM ticket_file n WHERE n.member_id = f.member_id AND n.file_id = f.id))`

// EraseUnused checks at most limit pictures that were uploaded before a time, oldest first, and erases those that nothing
// references. The others are marked in_use and not checked again. A picture that is being submitted is skipped until the next
// run. It returns how many it checked and which were erased: the caller removes the bytes, as with Erase. at is business time.
func EraseUnused(ctx context.Context, tx pgx.Tx, before, at time.Time, limit int) (looked int, erased []Erased, err error) {
	// A submission locks the file's row until it commits. References are read after the lock, in a separate statement: one that
	// began earlier would not see the new reference.
	old, err := postgres.Column[uuid.UUID]("media: lock unused", `
		SELECT id FROM file_object WHERE NOT in_use AND erased_at IS NULL AND `+uploaded+` AND created_at < $1
		ORDER BY created_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`, before, limit).Read(ctx, tx)
	if err != nil || len(old) == 0 {
		return 0, nil, err
	}
	erased, err = postgres.Rows[Erased]("media: erase unused", `
		WITH looked AS (
			UPDATE file_object SET in_use = found.named, erased_at = CASE WHEN NOT found.named THEN $2::timestamptz END
			FROM (SELECT f.id, `+named+` AS named FROM file_object f WHERE f.id = ANY ($1::uuid[])) found
			WHERE file_object.id = found.id RETURNING file_object.id, file_object.kind, file_object.in_use
		)
		SELECT id, kind FROM looked WHERE NOT in_use`, old, at).Read(ctx, tx)
	return len(old), erased, err
}

// QueueLookAgain clears in_use on a member's pictures of a kind, except those in but, so that EraseUnused checks them again
// after a picture was replaced. It waits for a check in progress.
func QueueLookAgain(b *pgx.Batch, member uuid.UUID, kind Kind, but ...uuid.UUID) {
	b.Queue(`UPDATE file_object SET in_use = false WHERE member_id = $1 AND kind = $2 AND erased_at IS NULL AND id <> ALL ($3::uuid[])`, member, kind, but)
}
