package carrier

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// visible selects the sessions of member $1 that device $2 may see.
const visible = `member_id = $1 AND ` + ondevice.Visible

// StartAfresh deletes the sessions of other devices before a first identity is proved on this one, because they may be another
// person's. It reports whether the member then has no proof of the number from this device, which means that the raise of their
// credit was for someone else's proof. Run it before the identity is stored; it does nothing if there is one.
func StartAfresh(member, device uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("carrier: start afresh", `
		SELECT NOT `+ondevice.Proved+`
			AND NOT EXISTS (SELECT FROM carrier_session WHERE member_id = $1 AND device_id = $2 AND valid_until IS NOT NULL)`, member, device).
		After(`DELETE FROM carrier_session WHERE member_id = $1 AND device_id IS DISTINCT FROM $2
			AND NOT `+ondevice.Proved, member, device)
}

// QueueClaim makes the sessions of a device visible on all of the member's devices, because an identity is proved on it.
func QueueClaim(b *pgx.Batch, member, device uuid.UUID) {
	ondevice.QueueClaim(b, "carrier_session", member, device)
}
