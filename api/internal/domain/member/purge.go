package member

import (
	"context"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// codesKept is how long codes are kept after they were sent. It is longer than their validity and than the period of the share of
// verified codes.
const codesKept = 48 * time.Hour

// PurgeCodes deletes, in pages, the codes older than codesKept. now is business time.
func PurgeCodes(ctx context.Context, db postgres.DB, now time.Time) (int64, error) {
	before := now.Add(-codesKept)
	sms, err := postgres.DeletePages(ctx, db, "member: purge SMS codes", `
		DELETE FROM sms_code WHERE ctid = ANY (ARRAY(SELECT ctid FROM sms_code WHERE sent_at < $1 ORDER BY sent_at LIMIT $2))`, before)
	if err != nil {
		return sms, err
	}
	images, err := postgres.DeletePages(ctx, db, "member: purge image codes", `
		DELETE FROM image_code WHERE ctid = ANY (ARRAY(SELECT ctid FROM image_code WHERE created_at < $1 ORDER BY created_at LIMIT $2))`, before)
	return sms + images, err
}

// approvalsKept is how long requests for approval, with their addresses, are kept: long enough for a borrower to ask about them.
const approvalsKept = 90 * 24 * time.Hour

// PurgeApprovals deletes, in pages, the requests for approval older than approvalsKept. now is business time.
func PurgeApprovals(ctx context.Context, db postgres.DB, now time.Time) (int64, error) {
	return postgres.DeletePages(ctx, db, "member: purge approvals", `
		DELETE FROM device_approval WHERE ctid = ANY (ARRAY(SELECT ctid FROM device_approval WHERE asked_at < $1 ORDER BY asked_at LIMIT $2))`, now.Add(-approvalsKept))
}
