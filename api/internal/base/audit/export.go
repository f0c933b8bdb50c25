package audit

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/dataexport"
)

// QueueExport adds to a member's data export who read or decided about their data, the latest thousand entries: the borrower,
// an operator or a job.
func QueueExport(b *pgx.Batch, member uuid.UUID) *dataexport.Section {
	return dataexport.Queue(b, "accessLog", `
		SELECT jsonb_build_object('action', action, 'by', split_part(actor, ':', 1), 'at', at)
		FROM audit_log WHERE subject = $1 ORDER BY at DESC, id DESC LIMIT 1000`, "member:"+member.String())
}
