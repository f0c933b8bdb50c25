package loan

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// QueueExport reads this package's part of a member's data export as of today. A loan is overdue from the day after its due date.
// Accepted texts and documents are listed with their hashes; the documents themselves are available in the app.
func QueueExport(b *pgx.Batch, member uuid.UUID, today money.Date) []*dataexport.Section {
	return []*dataexport.Section{
		dataexport.Queue(b, "orders", `
			SELECT jsonb_build_object('orderNo', o.order_no, 'lender', o.lender_code, 'status', o.status, 'repayStatus', CASE WHEN o.repay_status = 1 AND l.due_date < $2 THEN 2 ELSE o.repay_status END,
				'currency', o.currency, 'appliedAmount', o.applied_amount, 'principal', o.principal, 'termDays', o.term_days, 'purpose', o.purpose,
				'terms', o.terms, 'rejectReason', o.reject_reason, 'failureReason', o.failure_reason, 'appliedAt', o.applied_at,
				'offerExpiresAt', o.offer_expires_at, 'confirmedAt', o.confirmed_at, 'closedAt', o.closed_at, 'actualReceived', l.actual_received, 'disbursedOn', l.disbursed_on,
				'dueDate', l.due_date, 'settledOn', CASE WHEN l.returned_on IS NULL THEN l.settled_on END, 'returnedOn', l.returned_on)
			FROM loan_order o LEFT JOIN loan l ON l.order_id = o.id WHERE o.member_id = $1 ORDER BY o.applied_at, o.id`, member, today),
		dataexport.Queue(b, "orderEvents", `
			SELECT jsonb_build_object('orderNo', o.order_no, 'event', e.event, 'by', split_part(e.actor, ':', 1), 'at', e.at)
				|| CASE WHEN e.event = 'cancelled' THEN jsonb_build_object('reason', e.detail -> 'reason') ELSE '{}' END
			FROM order_event e JOIN loan_order o ON o.id = e.order_id WHERE o.member_id = $1 ORDER BY e.at, e.id`, member),
		dataexport.Queue(b, "payouts", `
			SELECT jsonb_build_object('orderNo', o.order_no, 'amount', d.amount, 'currency', d.currency, 'state', d.state, 'failureReason', d.failure_reason,
				'createdAt', d.created_at, 'finishedAt', d.finished_at)
			FROM disbursement d JOIN loan_order o ON o.id = d.order_id WHERE o.member_id = $1 ORDER BY d.created_at, d.id`, member),
		dataexport.Queue(b, "extensions", `
			SELECT jsonb_build_object('orderNo', o.order_no, 'days', x.days, 'oldDueDate', x.old_due_date, 'newDueDate', x.new_due_date, 'fee', x.fee, 'currency', o.currency, 'paid', x.payment_id IS NOT NULL, 'at', x.created_at)
			FROM loan_extension x JOIN loan_order o ON o.id = x.order_id WHERE o.member_id = $1 ORDER BY x.created_at`, member),
		dataexport.Queue(b, "contracts", `
			SELECT jsonb_build_object('orderNo', o.order_no, 'stage', a.stage, 'version', a.version, 'language', a.lang, 'text', a.body,
				'sha256', encode(a.sha256, 'hex'), 'acceptedAt', a.accepted_at)
			FROM contract_acceptance a JOIN loan_order o ON o.id = a.order_id WHERE o.member_id = $1 ORDER BY a.accepted_at`, member),
		dataexport.Queue(b, "documents", `
			SELECT jsonb_build_object('orderNo', o.order_no, 'kind', d.kind, 'language', d.lang, 'fileId', d.file_id, 'sha256', encode(d.sha256, 'hex'), 'createdAt', d.created_at)
			FROM loan_document d JOIN loan_order o ON o.id = d.order_id WHERE o.member_id = $1 ORDER BY d.created_at, d.id`, member),
	}
}
