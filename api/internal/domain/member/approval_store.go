package member

import (
	"context"
	"crypto/subtle"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

const approvalColumns = `a.id, a.member_id, a.device_id, d.label, a.digits, a.address, a.network, a.state, a.tries, a.asked_at, a.expires_at, a.answered_at, a.answered_by`

// TrustOptions reads how the device of a session can become trusted.
func (m *Members) TrustOptions(s Session) postgres.Query[TrustOptions] {
	now := m.Clock.Now()
	return postgres.Combine("member: trust options", func(b *pgx.Batch) func() (TrustOptions, error) {
		reachable, asked := m.reachable(s, now).Queue(b), asked(s.MemberID, now).Queue(b)
		return func() (TrustOptions, error) { return trustOptionsOf(s, reachable.Get(), asked.Get(), now), nil }
	})
}

// LockTrustOptions is TrustOptions with a lock on the member, for callers that then use an option: of two concurrent devices, the
// second sees the request of the first. It returns SessionEnded if the session's device was logged out.
func (m *Members) LockTrustOptions(s Session) postgres.Query[TrustOptions] {
	return RequireSession(s.MemberID, s.SessionID, m.TrustOptions(s))
}

// reachable reads whether another device of the member is trusted and logged in.
func (m *Members) reachable(s Session, now time.Time) postgres.Query[bool] {
	return postgres.Value[bool]("member: reachable", `
		SELECT EXISTS (
			SELECT FROM device d JOIN session s ON s.device_id = d.id AND s.member_id = d.member_id
			WHERE d.member_id = $1 AND d.id <> $2 AND d.trusted_at IS NOT NULL AND s.revoked_at IS NULL AND s.expires_at > $3
				AND ($4::interval = '0' OR d.seen_at > $3::timestamptz - $4::interval))`, s.MemberID, s.DeviceID, now, m.SessionIdle)
}

// asked reads the requests of the last day, newest first. There are at most ApprovalsPerDay.
func asked(member uuid.UUID, now time.Time) postgres.Query[[]Approval] {
	return postgres.Rows[Approval]("member: approvals", `
		SELECT `+approvalColumns+` FROM device_approval a JOIN device d ON d.id = a.device_id
		WHERE a.member_id = $1 AND a.asked_at > $2 ORDER BY a.asked_at DESC, a.id DESC`, member, now.Add(-approvalDay))
}

// QueueRequestApproval stores a request of the session's device and marks overdue ones as expired. The caller holds the lock of
// LockTrustOptions.
func QueueRequestApproval(b *pgx.Batch, s Session, from Caller, now time.Time) Approval {
	a := Approval{
		ID: uuid.Must(uuid.NewV7()), MemberID: s.MemberID, DeviceID: s.DeviceID, Digits: secret.Digits(approvalDigits), Address: from.IP, Network: from.Network,
		State: ApprovalWaiting, AskedAt: now, ExpiresAt: now.Add(ApprovalLife),
	}
	b.Queue(`UPDATE device_approval SET state = 'expired' WHERE member_id = $1 AND state = 'waiting' AND expires_at <= $2`, s.MemberID, now)
	b.Queue(`
		INSERT INTO device_approval (id, member_id, device_id, digits, address, network, asked_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, a.ID, s.MemberID, a.DeviceID, a.Digits, a.Address, a.Network, a.AskedAt, a.ExpiresAt)
	return a
}

// PendingApproval reads the request that waits for an answer of the session's device, or nil if there is none. A request does not
// wait any longer once its device has logged out.
func PendingApproval(s Session, now time.Time) postgres.Query[*Approval] {
	return postgres.Row[Approval]("member: pending approval", `
		SELECT `+approvalColumns+` FROM device_approval a JOIN device d ON d.id = a.device_id
		WHERE a.member_id = $1 AND a.state = 'waiting' AND a.expires_at > $3 AND a.device_id <> $2
			AND `+stillLoggedIn, s.MemberID, s.DeviceID, now)
}

// stillLoggedIn is the condition that the device of a request is still logged in.
const stillLoggedIn = `EXISTS (SELECT FROM session s WHERE s.member_id = a.member_id AND s.device_id = a.device_id AND s.revoked_at IS NULL)`

// LockApproval reads a request of another device and locks the member. It returns ApprovalOver if there is none, or if it is
// waiting but its device has logged out. An answered request is always found, so that repeating the same answer is no error. It
// returns SessionEnded if the answering device was logged out.
func LockApproval(s Session, id uuid.UUID) postgres.Query[Approval] {
	return RequireSession(s.MemberID, s.SessionID, postgres.OneRow[Approval]("member: approval", reason.ApprovalOver, `
		SELECT `+approvalColumns+` FROM device_approval a JOIN device d ON d.id = a.device_id
		WHERE a.id = $1 AND a.member_id = $2 AND a.device_id <> $3 AND (a.state <> 'waiting' OR `+stillLoggedIn+`)`,
		id, s.MemberID, s.DeviceID))
}

// HasDigits reports whether digits are those of the request, in constant time.
func (a Approval) HasDigits(digits string) bool {
	return subtle.ConstantTimeCompare([]byte(a.Digits), []byte(digits)) == 1
}

// QueueApprove approves a locked request and makes its device trusted. by is the answering device.
func QueueApprove(b *pgx.Batch, a Approval, by uuid.UUID, now time.Time) {
	queueAnswer(b, a, ApprovalApproved, by, now)
	b.Queue(`UPDATE device SET trusted_at = $2 WHERE id = $1 AND trusted_at IS NULL`, a.DeviceID, now)
}

// QueueRefuse refuses a locked request and logs its device out like LogOutDevice, because the device may have become trusted in
// another way. by is the answering device.
func QueueRefuse(b *pgx.Batch, a Approval, by uuid.UUID, now time.Time) {
	queueAnswer(b, a, ApprovalRefused, by, now)
	b.Queue(logOutDevice(``), a.MemberID, a.DeviceID, now)
}

// QueueWrongDigits counts wrong digits for a locked request and ends it after ApprovalTries. It reports whether the request is
// over. by is the answering device.
func QueueWrongDigits(b *pgx.Batch, a Approval, by uuid.UUID, now time.Time) (over bool) {
	b.Queue(`UPDATE device_approval SET tries = tries + 1 WHERE id = $1`, a.ID)
	if a.Tries+1 < ApprovalTries {
		return false
	}
	queueAnswer(b, a, ApprovalFailed, by, now)
	return true
}

func queueAnswer(b *pgx.Batch, a Approval, state ApprovalState, by uuid.UUID, now time.Time) {
	b.Queue(`UPDATE device_approval SET state = $2, answered_at = $3, answered_by = $4 WHERE id = $1 AND state = 'waiting'`,
		a.ID, string(state), now, by)
}

// refusedElsewhere reports whether a session ended because a trusted device refused its request.
func (m *Members) refusedElsewhere(ctx context.Context, tokenHash []byte) (refused bool, err error) {
	const find = `
		SELECT EXISTS (
			SELECT FROM session s JOIN device_approval a ON a.device_id = s.device_id AND a.member_id = s.member_id
			WHERE s.token_hash = $1 AND a.state = 'refused' AND a.answered_at = s.revoked_at)`
	if err := m.Pool.QueryRow(ctx, find, tokenHash).Scan(&refused); err != nil {
		return false, fmt.Errorf("member: look for a refusal: %w", postgres.Reason(err))
	}
	return refused, nil
}
