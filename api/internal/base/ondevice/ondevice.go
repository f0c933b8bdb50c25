// Package ondevice decides on which of a member's devices something is shown that came from one of them. Phone numbers are
// recycled: until an identity is proved, what came from a device is shown on that device alone, because the others may be another
// person's. Once an identity is proved there, it is shown on all of them. A table keeps the device in its column device_id; NULL
// means that it belongs to the member on every device.
package ondevice

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Visible is the condition that a device ($2) may see a row of a member ($1).
const Visible = `(device_id = $2 OR device_id IS NULL AND ` + Proved + `)`

// VisibleTyped is the condition that a device ($2) may see what a member ($1) typed, of which the device stays noted: behind an
// identity every device may, before one that which it was typed on.
const VisibleTyped = `(device_id = $2 OR ` + Proved + `)`

// Proved is the condition that a member ($1) has proved an identity.
const Proved = `EXISTS (SELECT FROM proved_identity proved WHERE proved.member_id = $1)`

// Since is from when on a device ($2) may see what happened to a member ($1), where no device is noted: behind an identity since
// the first came of those that are trusted, before one since this came. Null for a device that is not trusted.
const Since = `(SELECT min(d.since) FROM trusted_device d WHERE d.member_id = $1 AND (d.device_id = $2 OR ` + Proved + `))`

// Value is device_id of a new row, by the arguments that name the member and the device: null where an identity is proved,
// unless the device is not trusted any more.
func Value(member, device string) string {
	return `CASE WHEN NOT EXISTS (SELECT FROM proved_identity WHERE member_id = ` + member + `)
		OR NOT EXISTS (SELECT FROM trusted_device WHERE device_id = ` + device + `) THEN ` + device + `::uuid END`
}

// QueueClaim makes the rows of a device in a table the member's on all: an identity is proved there.
func QueueClaim(b *pgx.Batch, table string, member, device uuid.UUID) {
	b.Queue(`UPDATE `+table+` SET device_id = NULL WHERE member_id = $1 AND device_id = $2`, member, device)
}
