// Package ondevice decides on which of a member's devices data is shown that was entered on one of them. Phone numbers are
// recycled: until an identity is proved, data from a device is shown only on that device, because the others may be another
// person's. Once an identity is proved on it, the data is shown on all devices. A table stores the device in its column
// device_id; NULL means that the row belongs to the member on every device.
package ondevice

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Visible is the SQL condition that a device ($2) may see a row of a member ($1).
const Visible = `(device_id = $2 OR device_id IS NULL AND ` + Proved + `)`

// VisibleTyped is the SQL condition that a device ($2) may see what a member ($1) typed, where the device stays recorded: every
// device after an identity is proved, before that only the device on which it was typed.
const VisibleTyped = `(device_id = $2 OR ` + Proved + `)`

// Proved is the SQL condition that a member ($1) has proved an identity.
const Proved = `EXISTS (SELECT FROM proved_identity proved WHERE proved.member_id = $1)`

// Since is the SQL expression for the time from which a device ($2) may see events of a member ($1) that have no device
// recorded: after an identity is proved, since the first of the member's trusted devices; before that, since this device is
// trusted. It is null for a device that is not trusted.
const Since = `(SELECT min(d.since) FROM trusted_device d WHERE d.member_id = $1 AND (d.device_id = $2 OR ` + Proved + `))`

// Value returns the SQL expression for device_id of a new row, given the arguments for the member and the device: null if an
// identity is proved, unless the device is no longer trusted.
func Value(member, device string) string {
	return `CASE WHEN NOT EXISTS (SELECT FROM proved_identity WHERE member_id = ` + member + `)
		OR NOT EXISTS (SELECT FROM trusted_device WHERE device_id = ` + device + `) THEN ` + device + `::uuid END`
}

// QueueClaim makes a device's rows in a table visible on all devices of the member, after an identity is proved on it.
func QueueClaim(b *pgx.Batch, table string, member, device uuid.UUID) {
	b.Queue(`UPDATE `+table+` SET device_id = NULL WHERE member_id = $1 AND device_id = $2`, member, device)
}
