package member

import (
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

const (
	// shareOf is over which time the share of verified codes is taken, shareAfter how long a borrower may take to type one.
	shareOf    = time.Hour
	shareAfter = 5 * time.Minute
)

// CodeShare is how many of the codes of the last hour were typed back. A share that falls tells of messages that do not
// arrive, or of somebody who has codes sent to strangers.
type CodeShare struct{ Sent, Verified int64 }

// ShareOfCodes reads it. Codes of the last minutes, which may still be typed, do not count, nor do those of which the
// provider left open whether they were sent.
func ShareOfCodes(now time.Time) postgres.Query[*CodeShare] {
	until := now.Add(-shareAfter)
	return postgres.Row[CodeShare]("member: share of codes",
		`SELECT count(*) AS sent, count(used_at) AS verified FROM sms_code
		WHERE sent_at > $1 AND sent_at <= $2 AND (used_at IS NOT NULL OR NOT uncertain)`, until.Add(-shareOf), until)
}
