package audit

import (
	"context"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Purge creates the log's future monthly partitions, drops those in which every entry is older than keep, and returns how many
// it dropped. If keep is zero it drops none; the database never drops entries younger than five years. now is business time.
func Purge(ctx context.Context, db postgres.DB, now time.Time, keep time.Duration) (months int64, err error) {
	if err := postgres.CreatePartitions(ctx, db, postgres.AuditLog, now); err != nil || keep == 0 {
		return 0, err
	}
	return postgres.DropPartitions(ctx, db, postgres.AuditLog, now.Add(-keep))
}
