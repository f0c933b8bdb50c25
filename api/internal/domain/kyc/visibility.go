package kyc

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// visible is ondevice.VisibleTyped for what was typed on a device and has been read already; proved tells that there is an identity.
func visible(typedOn *uuid.UUID, device uuid.UUID, proved bool) bool {
	return proved || typedOn != nil && *typedOn == device
}

// QueueStartAfresh forgets what was typed on other devices before an identity was proved on this one: it may be another
// person's. Queue it before the identity is stored; it does nothing where there is one already.
func QueueStartAfresh(b *pgx.Batch, member, device uuid.UUID) {
	for _, table := range []string{"personal_info", "company_info", "contact", "verification_draft"} {
		b.Queue(`DELETE FROM `+table+` WHERE member_id = $1 AND device_id IS DISTINCT FROM $2
			AND NOT EXISTS (SELECT FROM identity WHERE member_id = $1)`, member, device)
	}
}

// QueueForget forgets what a member has proved, and what they have typed for it.
func QueueForget(b *pgx.Batch, member uuid.UUID) {
	for _, table := range []string{"identity", "personal_info", "company_info", "contact", "verification_draft"} {
		b.Queue(`DELETE FROM `+table+` WHERE member_id = $1`, member)
	}
}

// QueueErase forgets everything about a member.
func QueueErase(b *pgx.Batch, member uuid.UUID) {
	QueueForget(b, member)
	b.Queue(`DELETE FROM identity_review WHERE member_id = $1`, member)
}

// SharedIdentity names the identity of a member that a device shares with their others, as it is trusted; nothing where there
// is none. The name is a hash that says nothing of the number, is the same as long as the number is, and is no other's.
func SharedIdentity(member, device uuid.UUID) postgres.Query[string] {
	return postgres.Value[string]("kyc: shared identity", `
		SELECT COALESCE((SELECT encode(sha256(id_number_hash || uuid_send(member_id)), 'hex') FROM identity
			WHERE member_id = $1 AND EXISTS (SELECT FROM trusted_device WHERE device_id = $2)), '')`, member, device)
}
