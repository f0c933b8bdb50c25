package kyc

import (
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Progress is which topics are submitted and which have been begun.
type Progress struct {
	Done  []Topic
	Draft []Topic
}

// QueueProgress reads the progress of a member in a batch, as far as the device may see it. The bank card shows only as
// a draft.
func QueueProgress(b *pgx.Batch, member, device uuid.UUID) *Progress {
	var p Progress
	b.Queue(`
		SELECT array_remove(ARRAY[
				CASE WHEN EXISTS (SELECT FROM identity WHERE member_id = $1) THEN 'identity' END,
				CASE WHEN EXISTS (SELECT FROM personal_info WHERE member_id = $1 AND `+visibleToDevice+`) THEN 'personal' END,
				CASE WHEN EXISTS (SELECT FROM company_info WHERE member_id = $1 AND `+visibleToDevice+`) THEN 'company' END,
				CASE WHEN (SELECT count(*) FROM contact WHERE member_id = $1 AND `+visibleToDevice+`) >= $3 THEN 'contacts' END], NULL),
			ARRAY(SELECT DISTINCT topic FROM verification_draft WHERE member_id = $1 AND `+visibleToDevice+`)`, member, device, ContactsNeeded).
		QueryRow(func(row pgx.Row) error { return row.Scan(&p.Done, &p.Draft) })
	return &p
}

// Has reports whether a topic is submitted.
func (p Progress) Has(t Topic) bool { return slices.Contains(p.Done, t) }

// Begun reports whether a topic has a draft.
func (p Progress) Begun(t Topic) bool { return slices.Contains(p.Draft, t) }
