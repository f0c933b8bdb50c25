package member

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// StatusActive is the status of an account whose deletion has not been requested.
const StatusActive = "active"

// StatusDeleted is the status of a member who has left and whose account is erased.
const StatusDeleted = "deleted"

// QueueGiveUpNumber detaches an active account from its number, so that a login with the number no longer finds it. The number
// stays in its column until it is erased. The batch fails with StateChanged if the account is not active or has another number.
// Queue it before every other lock on the row, because it takes the strongest one.
func (m *Members) QueueGiveUpNumber(b *pgx.Batch, member uuid.UUID, national string) {
	b.Queue(`UPDATE member SET phone_hash = $4 WHERE id = $1 AND region = $2 AND phone_hash = $3 AND status = 'active'`,
		member, m.Region.Code, m.PhoneHash(national), m.Hasher.Hash("phone_given_up", member.String())).
		Exec(orElse(reason.StateChanged))
}

// QueueMoveNumber gives an active account another number, which must not be in use. The batch fails with StateChanged if the
// account is not active or its number is not from.
func (m *Members) QueueMoveNumber(b *pgx.Batch, member uuid.UUID, from, to string) {
	b.Queue(`UPDATE member SET phone = $4, phone_hash = $5 WHERE id = $1 AND region = $2 AND phone_hash = $3 AND status = 'active'`,
		member, m.Region.Code, m.PhoneHash(from), to, m.PhoneHash(to)).
		Exec(orElse(reason.StateChanged))
}

// QueueForgetCodes deletes the SMS codes and image codes of the given numbers. In a transaction that locks their members before, queue
// QueueLockLoginCodes first.
func (m *Members) QueueForgetCodes(b *pgx.Batch, nationals ...string) {
	hashes := make([][]byte, len(nationals))
	for i, national := range nationals {
		hashes[i] = m.PhoneHash(national)
	}
	for _, table := range []string{"sms_code", "image_code"} {
		b.Queue(`DELETE FROM `+table+` WHERE region = $1 AND phone_hash = ANY ($2::bytea[])`, m.Region.Code, hashes)
	}
}

// QueueLockLoginCodes locks the login codes of the numbers of members. A login locks its code and then its member, so what locks members
// and then deletes their codes begins with these. All other codes are locked after their member, or without it (CheckCode), but always
// before a session.
func QueueLockLoginCodes(b *pgx.Batch, members ...uuid.UUID) {
	b.Queue(`
		SELECT FROM sms_code JOIN member ON member.region = sms_code.region AND member.phone_hash = sms_code.phone_hash
		WHERE member.id = ANY ($1::uuid[]) AND sms_code.type = $2 ORDER BY sms_code.id FOR NO KEY UPDATE OF sms_code`, members, int(CodeLogin))
}

// QueueLogOut logs a member out of every device like LogOutDevice: it revokes all trust, keys for face checks and requests for approval.
func QueueLogOut(b *pgx.Batch, member uuid.UUID, now time.Time) {
	b.Queue(endApprovals, member)
	b.Queue(revokeTrust+`WHERE member_id = $1`, member)
	b.Queue(`UPDATE session SET revoked_at = $2 WHERE member_id = $1 AND revoked_at IS NULL`, member, now)
}

// ForgetSecondFactTries resets the counted tries at a member's second fact, because the number's previous owner made them.
func (m *Members) ForgetSecondFactTries(ctx context.Context, db postgres.DB, member uuid.UUID) error {
	return m.Limiter.Forget(ctx, db, m.secondFactBucket(member))
}
