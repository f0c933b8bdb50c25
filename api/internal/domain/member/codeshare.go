package member

import (
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const (
	// sharePeriod is the period for the share of verified codes, codeEntryTime the time that borrowers have to enter a code.
	sharePeriod   = time.Hour
	codeEntryTime = 5 * time.Minute
)

// CodeShare counts the sent and the verified codes of an hour. A falling share means that messages do not arrive, or that someone
// requests codes for strangers.
type CodeShare struct{ Sent, Verified int64 }

// ShareOfCodes reads the share of the hour that ended codeEntryTime ago, because later codes may still be entered. Codes that the
// provider may not have sent count only if they were verified.
func ShareOfCodes(now time.Time) postgres.Query[*CodeShare] {
	until := now.Add(-codeEntryTime)
	return postgres.Row[CodeShare]("member: share of codes",
		`SELECT count(*) AS sent, count(used_at) AS verified FROM sms_code
		WHERE sent_at > $1 AND sent_at <= $2 AND (used_at IS NOT NULL OR NOT uncertain)`, until.Add(-sharePeriod), until)
}
