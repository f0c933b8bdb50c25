package support

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/base/ondevice"
)

// QueueExport reads this package's part of a member's data export. Tickets from another device before an identity was proved may
// be another person's, so they and the notices about them are left out. Other notices are included from ondevice.Since on, and
// those about a loan always, because no one has a loan without an identity.
func QueueExport(b *pgx.Batch, member, device uuid.UUID) []*dataexport.Section {
	return []*dataexport.Section{
		dataexport.Queue(b, "tickets", `
			SELECT jsonb_build_object('ticketNo', ticket_no, 'kind', kind, 'state', state, 'createdAt', created_at, 'answeredAt', answered_at, 'closedAt', closed_at)
			FROM support_ticket WHERE member_id = $1 AND device_id IS NULL ORDER BY id`, member),
		dataexport.Queue(b, "ticketMessages", `
			SELECT jsonb_build_object('ticketNo', t.ticket_no, 'by', m.author, 'text', m.body, 'createdAt', m.created_at,
				'files', ARRAY(SELECT file_id FROM support_message_file f WHERE f.message_id = m.id ORDER BY position))
			FROM support_message m JOIN support_ticket t ON t.id = m.ticket_id WHERE t.member_id = $1 AND t.device_id IS NULL ORDER BY m.id`, member),
		dataexport.Queue(b, "letterDrafts", `
			SELECT jsonb_build_object('kind', split_part(name, ':', 1), 'typed', data, 'savedAt', saved_at)
			FROM support_draft WHERE member_id = $1 AND `+ondevice.Proved+` ORDER BY saved_at`, member),
		dataexport.Queue(b, "notices", `
			SELECT jsonb_build_object('kind', n.kind, 'params', n.params, 'at', n.at, 'readAt', n.read_at)
			FROM notice n LEFT JOIN support_ticket t ON t.id = n.subject AND t.member_id = $1
			WHERE n.member_id = $1 AND CASE WHEN t.id IS NOT NULL THEN t.device_id IS NULL ELSE n.order_id IS NOT NULL OR n.at >= `+ondevice.Since+` END
			ORDER BY n.id`, member, device),
		dataexport.Queue(b, "reminders", `
			SELECT jsonb_build_object('orderNo', o.order_no, 'dueDate', r.due_date, 'date', r.send_on, 'state', r.state, 'finishedAt', r.sent_at)
			FROM reminder r JOIN order_reference o ON o.order_id = r.order_id WHERE r.member_id = $1 ORDER BY r.created_at, r.id`, member),
		dataexport.Queue(b, "hardship", `
			SELECT jsonb_build_object('orderNo', o.order_no, 'kind', h.kind, 'amount', h.amount, 'currency', h.currency, 'until', h.until, 'text', h.body,
				'state', h.state, 'answer', h.answer, 'createdAt', h.created_at, 'answeredAt', h.answered_at, 'endedAt', h.ended_at)
			FROM hardship h JOIN order_reference o ON o.order_id = h.order_id WHERE o.member_id = $1 ORDER BY h.created_at, h.id`, member),
	}
}
