package audit

import (
	"context"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Purge makes the log's months to come, drops those of which every entry is older than keep, and tells how many went; keep
// of zero drops none, and nobody can drop what is younger than five years. now is business time.
func Purge(ctx context.Context, db postgres.DB, now time.Time, keep time.Duration) (months int64, err error) {
	if err := postgres.CreatePartitions(ctx, db, postgres.AuditLog, now); err != nil || keep == 0 {
		return 0, err
	}
	return postgres.DropPartitions(ctx, db, postgres.AuditLog, now.Add(-keep))
}
