package repay

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
)

// QueueExport reads this package's part of a member's data export. Payment codes that have expired at now are shown as expired.
func QueueExport(b *pgx.Batch, member uuid.UUID, now time.Time) []*dataexport.Section {
	return []*dataexport.Section{
		dataexport.Queue(b, "payments", `
			SELECT jsonb_build_object('serialNumber', p.serial_number, 'orderNo', o.order_no, 'amount', p.amount, 'currency', p.currency,
				'paymentType', p.payment_type, 'paidFrom', p.paid_from, 'paidTo', p.paid_to, 'memo', p.memo, 'state', CASE WHEN p.outcome = 'unmatched' THEN p.outcome ELSE p.state END, 'paidAt', p.paid_at, 'receivedAt', p.received_at)
			FROM payment p JOIN order_reference o ON o.order_id = p.order_id WHERE p.member_id = $1 ORDER BY p.paid_at, p.id`, member),
		dataexport.Queue(b, "paymentCodes", `
			SELECT jsonb_build_object('code', i.code, 'purpose', i.purpose, 'method', i.method, 'amount', i.amount, 'currency', i.currency, 'state', CASE `+intentState+` WHEN 'open' THEN CASE WHEN i.expires_at > $2 THEN 'open' ELSE 'expired' END ELSE `+intentState+` END, 'createdAt', i.created_at, 'expiresAt', i.expires_at)
			FROM payment_intent i JOIN order_reference o ON o.order_id = i.order_id WHERE o.member_id = $1 ORDER BY i.created_at, i.id`, member, now),
		dataexport.Queue(b, "refunds", `
			SELECT jsonb_build_object('orderNo', o.order_no, 'amount', r.amount, 'currency', r.currency, 'state', r.state, 'setOff', r.set_off, 'createdAt', r.created_at, 'finishedAt', r.finished_at)
			FROM refund r JOIN order_reference o ON o.order_id = r.order_id WHERE o.member_id = $1 ORDER BY r.created_at, r.id`, member),
		dataexport.Queue(b, "proofs", `
			SELECT jsonb_build_object('orderNo', o.order_no, 'note', f.note, 'files', to_jsonb(f.file_ids), 'state', f.state, 'reason', f.reason, 'createdAt', f.created_at, 'decidedAt', f.decided_at)
			FROM repayment_proof f JOIN order_reference o ON o.order_id = f.order_id WHERE o.member_id = $1 ORDER BY f.created_at, f.id`, member),
	}
}

// QueueErase erases a member's notes on their proofs and the operators' answers, and rejects the undecided proofs, because their
// pictures are erased and there is no one to notify.
func QueueErase(b *pgx.Batch, member uuid.UUID, now time.Time) {
	b.Queue(`
		UPDATE repayment_proof f SET note = '', reason = '' FROM order_reference o
		WHERE o.order_id = f.order_id AND o.member_id = $1 AND (f.note <> '' OR f.reason <> '')`, member)
	b.Queue(`
		UPDATE repayment_proof f SET state = 'rejected', decided_at = $2 FROM order_reference o
		WHERE o.order_id = f.order_id AND o.member_id = $1 AND f.state = 'submitted'`, member, now)
}

// QueueEraseTexts erases the memos of a member's payments, which payers write freely, the payers' accounts, and the related free
// texts of banks and operators, unless they must still be kept. The database erases no texts of an active member.
func QueueEraseTexts(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`SELECT erase_payment_words($1)`, member)
}
