package kyc

import (
	"slices"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// Progress is which topics are submitted and which have been begun.
type Progress struct {
	Done  []Topic
	Draft []Topic
}

// ProgressOf reads the progress of a member, as far as the device may see it. The bank card shows only as a draft.
func ProgressOf(member, device uuid.UUID) postgres.Query[Progress] {
	return postgres.OneRow[Progress]("kyc: progress", reason.NoData, `
		SELECT array_remove(ARRAY[
				CASE WHEN EXISTS (SELECT FROM identity WHERE member_id = $1) THEN 'identity' END,
				CASE WHEN EXISTS (SELECT FROM personal_info WHERE member_id = $1 AND `+visibleToDevice+`) THEN 'personal' END,
				CASE WHEN EXISTS (SELECT FROM company_info WHERE member_id = $1 AND `+visibleToDevice+`) THEN 'company' END,
				CASE WHEN (SELECT count(*) FROM contact WHERE member_id = $1 AND `+visibleToDevice+`) >= $3 THEN 'contacts' END], NULL) AS done,
			ARRAY(SELECT DISTINCT topic FROM verification_draft WHERE member_id = $1 AND `+visibleToDevice+`) AS draft`, member, device, ContactsNeeded)
}

// Has reports whether a topic is submitted.
func (p Progress) Has(t Topic) bool { return slices.Contains(p.Done, t) }

// Begun reports whether a topic has a draft.
func (p Progress) Begun(t Topic) bool { return slices.Contains(p.Draft, t) }
