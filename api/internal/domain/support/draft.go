package support

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Draft is an unsent customer service form.
type Draft struct {
	Data    json.RawMessage
	SavedAt time.Time
}

// DraftTicket returns the name of the draft of a new ticket.
func DraftTicket(kind TicketKind) string { return string(kind) }

// DraftReply returns the name of the draft of a reply in a ticket.
func DraftReply(ticket uuid.UUID) string { return "reply:" + ticket.String() }

// DraftHardship returns the name of the draft of a request about a loan.
func DraftHardship(kind HardshipKind, order uuid.UUID) string {
	return string(kind) + ":" + order.String()
}

// maxDrafts is the maximum number of drafts per member. The oldest are deleted first.
const maxDrafts = 20

// visibleDraft selects the drafts of member $1 that device $2 may see.
const visibleDraft = `member_id = $1 AND ` + ondevice.VisibleTyped

// QueueSaveDraft stores a form as typed on a device.
func QueueSaveDraft(b *pgx.Batch, member, device uuid.UUID, name string, data json.RawMessage, now time.Time) {
	b.Queue(`
		INSERT INTO support_draft (member_id, name, device_id, data, saved_at) VALUES ($1, $3, $2, $4, $5)
		ON CONFLICT (member_id, name, device_id) DO UPDATE SET data = excluded.data, saved_at = excluded.saved_at`, member, device, name, data, now)
	b.Queue(`
		DELETE FROM support_draft WHERE member_id = $1 AND (name, device_id) NOT IN (
			SELECT name, device_id FROM support_draft WHERE member_id = $1 ORDER BY saved_at DESC, name LIMIT $2)`, member, maxDrafts)
}

// QueueDropDraft deletes the drafts with a name that the device may see, because the form was sent or cleared.
func QueueDropDraft(b *pgx.Batch, member, device uuid.UUID, name string) {
	b.Queue(`DELETE FROM support_draft WHERE `+visibleDraft+` AND name = $3`, member, device, name)
}

// DraftOf reads the newest draft with a name that the device may see, or nil.
func DraftOf(member, device uuid.UUID, name string) postgres.Query[*Draft] {
	return postgres.Row[Draft]("support: draft", `
		SELECT data, saved_at FROM support_draft WHERE `+visibleDraft+` AND name = $3 ORDER BY saved_at DESC LIMIT 1`, member, device, name)
}
