package carrier

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// visible holds for the sessions of a member ($1) that a device ($2) may see.
const visible = `member_id = $1 AND ` + ondevice.Visible

// StartAfresh forgets what was tried on other devices before an identity was proved on this one: it may be another
// person's. It tells whether that leaves the first identity of a member without a proof of the number: their credit was
// not raised for one of theirs. Ask it before the identity is stored; it does nothing where there is one already.
func StartAfresh(member, device uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("carrier: start afresh", `
		SELECT NOT `+ondevice.Proved+`
			AND NOT EXISTS (SELECT FROM carrier_session WHERE member_id = $1 AND device_id = $2 AND valid_until IS NOT NULL)`, member, device).
		After(`DELETE FROM carrier_session WHERE member_id = $1 AND device_id IS DISTINCT FROM $2
			AND NOT `+ondevice.Proved, member, device)
}

// QueueClaim makes the sessions of a device the member's on all: an identity is proved there.
func QueueClaim(b *pgx.Batch, member, device uuid.UUID) {
	ondevice.QueueClaim(b, "carrier_session", member, device)
}
