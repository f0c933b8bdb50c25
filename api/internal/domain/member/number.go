package member

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// StatusActive is the Status of an account that nobody has asked to delete.
const StatusActive = "active"

// StatusDeleted is that of a member who has left, and whose account is erased.
const StatusDeleted = "deleted"

// QueueGiveUpNumber takes an active account's number from it: whoever logs in with the number does not meet it any more.
// The number itself stays beside it until it is erased. Closing the batch gives StateChanged where the account is not
// active or has another number by now. It comes first in its transaction: it takes the strongest lock on the row.
func (m *Members) QueueGiveUpNumber(b *pgx.Batch, member uuid.UUID, national string) {
	b.Queue(`UPDATE member SET phone_hash = $4 WHERE id = $1 AND region = $2 AND phone_hash = $3 AND status = 'active'`,
		member, m.Region.Code, m.PhoneHash(national), m.Hasher.Hash("phone_given_up", member.String())).
		Exec(orElse(reason.StateChanged))
}

// QueueMoveNumber gives an active account another number, which nobody has. Closing the batch gives StateChanged where the
// account is not active or has another number by now.
func (m *Members) QueueMoveNumber(b *pgx.Batch, member uuid.UUID, from, to string) {
	b.Queue(`UPDATE member SET phone = $4, phone_hash = $5 WHERE id = $1 AND region = $2 AND phone_hash = $3 AND status = 'active'`,
		member, m.Region.Code, m.PhoneHash(from), to, m.PhoneHash(to)).
		Exec(orElse(reason.StateChanged))
}

// QueueForgetCodes takes the codes and pictures that were asked for with some numbers.
func (m *Members) QueueForgetCodes(b *pgx.Batch, nationals ...string) {
	hashes := make([][]byte, len(nationals))
	for i, national := range nationals {
		hashes[i] = m.PhoneHash(national)
	}
	for _, table := range []string{"sms_code", "image_code"} {
		b.Queue(`DELETE FROM `+table+` WHERE region = $1 AND phone_hash = ANY ($2::bytea[])`, m.Region.Code, hashes)
	}
}

// QueueLogOut logs a member out of every device as LogOutDevice does of one: none is trusted any longer, none keeps its key
// for face checks, and what waits to be let in waits no longer.
func QueueLogOut(b *pgx.Batch, member uuid.UUID, now time.Time) {
	b.Queue(endApprovals, member)
	b.Queue(revokeTrust+`WHERE member_id = $1`, member)
	b.Queue(`UPDATE session SET revoked_at = $2 WHERE member_id = $1 AND revoked_at IS NULL`, member, now)
}

// ForgetSecondFactTries lets a member name the second fact as if nobody had tried: those who did had the number before.
func (m *Members) ForgetSecondFactTries(ctx context.Context, db postgres.DB, member uuid.UUID) error {
	return m.Limiter.Forget(ctx, db, m.secondFactBucket(member))
}
