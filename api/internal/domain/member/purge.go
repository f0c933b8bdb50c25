package member

import (
	"context"
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// codesKept is how long codes stay after they were sent: longer than any of them is good, and than the share of
// verified ones is measured over.
const codesKept = 48 * time.Hour

// PurgeCodes deletes the codes that are long over. now is business time.
func PurgeCodes(ctx context.Context, db postgres.DB, now time.Time) (int64, error) {
	const purge = `
		WITH sms AS (DELETE FROM sms_code WHERE sent_at < $1 RETURNING 1),
			image AS (DELETE FROM image_code WHERE created_at < $1 RETURNING 1)
		SELECT (SELECT count(*) FROM sms) + (SELECT count(*) FROM image)`
	var deleted int64
	if err := db.QueryRow(ctx, purge, now.Add(-codesKept)).Scan(&deleted); err != nil {
		return 0, fmt.Errorf("member: purge codes: %w", postgres.Reason(err))
	}
	return deleted, nil
}

// approvalsKept is how long it is kept who asked to be let in, and from where: long enough for a borrower to ask about it.
const approvalsKept = 90 * 24 * time.Hour

// PurgeApprovals deletes the requests of new devices that are long over. now is business time.
func PurgeApprovals(ctx context.Context, db postgres.DB, now time.Time) (int64, error) {
	tag, err := db.Exec(ctx, `DELETE FROM device_approval WHERE asked_at < $1`, now.Add(-approvalsKept))
	if err != nil {
		return 0, fmt.Errorf("member: purge approvals: %w", postgres.Reason(err))
	}
	return tag.RowsAffected(), nil
}
