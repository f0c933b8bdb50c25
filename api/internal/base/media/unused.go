package media

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// uploaded are the kinds of which a borrower uploads a picture first and hands it in later.
const uploaded = `kind IN ('identity', 'passbook', 'proof', 'complaint')`

// named holds for a file f that something names which its borrower handed in.
const named = `(EXISTS (SELECT FROM identity_file n WHERE n.member_id = f.member_id AND n.file_id = f.id)
	OR EXISTS (SELECT FROM bank_card_file n WHERE n.member_id = f.member_id AND n.file_id = f.id)
	OR EXISTS (SELECT FROM proof_file n WHERE n.member_id = f.member_id AND n.file_id = f.id)
	OR EXISTS (SELECT FROM ticket_file n WHERE n.member_id = f.member_id AND n.file_id = f.id))`

// EraseUnused looks at pictures that were uploaded before some time, at most limit of them, the oldest first, and erases
// those that nothing names; the others it does not look at again. One that is being handed in waits for the next look. It
// tells how many it looked at, and what was erased: the caller removes the bytes, as with Erase. at is business time.
func EraseUnused(ctx context.Context, tx pgx.Tx, before, at time.Time, limit int) (looked int, erased []Erased, err error) {
	// Who hands one in holds it until that is written. What names it is asked behind the lock, by a statement of its own:
	// one that began before would not see it.
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

// QueueLookAgain has the pictures of a kind looked at again that something was found to name, but for some: another
// picture has taken the place of one. A look that is under way is waited for.
func QueueLookAgain(b *pgx.Batch, member uuid.UUID, kind Kind, but ...uuid.UUID) {
	b.Queue(`UPDATE file_object SET in_use = false WHERE member_id = $1 AND kind = $2 AND erased_at IS NULL AND id <> ALL ($3::uuid[])`, member, kind, but)
}
