package face

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
)

// QueueExport reads for a member's copy of their data what this package holds about them. A template is named and not
// copied: it is of no use outside, and whoever found the copy would have the face.
func QueueExport(b *pgx.Batch, member uuid.UUID) []*dataexport.Section {
	return []*dataexport.Section{
		dataexport.Queue(b, "faceEnrolments", `
			SELECT jsonb_build_object('state', state, 'endedFor', ended_for, 'comparedWithId', comparison, 'model', descriptor,
				'templateKept', template_enc IS NOT NULL, 'enrolledAt', created_at, 'decidedAt', decided_at, 'endedAt', ended_at)
			FROM face_enrolment WHERE member_id = $1 ORDER BY created_at, id`, member),
		dataexport.Queue(b, "faceChecks", `
			SELECT jsonb_build_object('for', scene, 'state', state, 'result', result, 'pictureFileId', file_id, 'startedAt', opened_at, 'endedAt', ended_at)
			FROM face_check WHERE member_id = $1 ORDER BY opened_at, id`, member),
	}
}
