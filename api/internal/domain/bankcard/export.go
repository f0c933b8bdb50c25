package bankcard

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
)

// QueueExport reads this package's part of a member's data export. Account numbers stay masked, so that someone who finds the file
// does not learn them.
func QueueExport(b *pgx.Batch, member uuid.UUID) []*dataexport.Section {
	return []*dataexport.Section{
		dataexport.Queue(b, "bankCards", `
			SELECT jsonb_build_object('bank', bank_code, 'holder', holder_name, 'account', '••••' || account_last4, 'accountType', account_type,
				'status', status, 'isDefault', is_default, 'passbookFileId', passbook_file_id, 'addedAt', created_at, 'closedAt', closed_at)
			FROM bank_card WHERE member_id = $1 AND erased_at IS NULL ORDER BY created_at, id`, member),
		dataexport.Queue(b, "cardReviews", `
			SELECT jsonb_build_object('account', '••••' || c.account_last4, 'state', v.state, 'createdAt', v.created_at, 'decidedAt', v.decided_at)
			FROM bank_card_review v JOIN bank_card c ON c.id = v.card_id WHERE c.member_id = $1 ORDER BY v.created_at, v.id`, member),
	}
}

// QueueErase removes holder and account number from a member's cards. The rows stay, because orders refer to them. It closes open
// reviews and erases the operators' remarks.
func QueueErase(b *pgx.Batch, member uuid.UUID, now time.Time) {
	b.Queue(`
		UPDATE bank_card_review SET state = 'rejected', reason = 'account deleted', decided_at = $2, decided_by = 'member'
		WHERE state = 'pending' AND card_id IN (SELECT id FROM bank_card WHERE member_id = $1)`, member, now)
	b.Queue(`
		UPDATE bank_card_review SET reason = ''
		WHERE decided_by <> 'member' AND reason <> '' AND card_id IN (SELECT id FROM bank_card WHERE member_id = $1)`, member)
	b.Queue(`
		UPDATE bank_card SET status = 2, is_default = false, closed_at = COALESCE(closed_at, $2), erased_at = $2,
			holder_name = '', account_number_enc = NULL, account_hash = NULL, account_last4 = '', passbook_file_id = NULL
		WHERE member_id = $1 AND erased_at IS NULL`, member, now)
}
