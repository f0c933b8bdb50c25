package kyc

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// visible applies ondevice.VisibleTyped to a row that has been read. proved reports whether there is an identity.
func visible(typedOn *uuid.UUID, device uuid.UUID, proved bool) bool {
	return proved || typedOn != nil && *typedOn == device
}

// QueueStartAfresh deletes what was typed on other devices before an identity is proved on this one, because it may be another
// person's. Queue it before the identity is stored; it does nothing if there is one.
func QueueStartAfresh(b *pgx.Batch, member, device uuid.UUID) {
	for _, table := range []string{"personal_info", "company_info", "contact", "verification_draft"} {
		b.Queue(`DELETE FROM `+table+` WHERE member_id = $1 AND device_id IS DISTINCT FROM $2
			AND NOT EXISTS (SELECT FROM identity WHERE member_id = $1)`, member, device)
	}
}

// QueueForget deletes a member's identity, forms and drafts.
func QueueForget(b *pgx.Batch, member uuid.UUID) {
	for _, table := range []string{"identity", "personal_info", "company_info", "contact", "verification_draft"} {
		b.Queue(`DELETE FROM `+table+` WHERE member_id = $1`, member)
	}
}

// QueueErase deletes all data of a member.
func QueueErase(b *pgx.Batch, member uuid.UUID) {
	QueueForget(b, member)
	b.Queue(`DELETE FROM identity_review WHERE member_id = $1`, member)
}

// SharedIdentity reads an id of the member's identity if the device is trusted, and otherwise an empty string. The id is a hash
// that reveals nothing about the ID number. It changes only with the number and differs between members.
func SharedIdentity(member, device uuid.UUID) postgres.Query[string] {
	return postgres.Value[string]("kyc: shared identity", `
		SELECT COALESCE((SELECT encode(sha256(id_number_hash || uuid_send(member_id)), 'hex') FROM identity
			WHERE member_id = $1 AND EXISTS (SELECT FROM trusted_device WHERE device_id = $2)), '')`, member, device)
}
