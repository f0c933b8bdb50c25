package face

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
)

// QueueExport reads this package's part of a member's data export. Templates are mentioned but not included: they are of no use
// elsewhere, and someone who finds the export would have the face.
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
