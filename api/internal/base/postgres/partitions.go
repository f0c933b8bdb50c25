package postgres

import (
	"context"
	"fmt"
	"time"
)

// The tables that are partitioned by month, because rows are only ever added to them and dropped. The partitions are the
// owner's: see make_months and drop_months of the schema, which the application may call.
const (
	AuditLog        = "audit_log"
	TrackingRecords = "tracking_record"
)

// CreatePartitions makes the partitions of a table from now's month to three after it; rows that had none move into theirs.
func CreatePartitions(ctx context.Context, db DB, table string, now time.Time) error {
	if _, err := db.Exec(ctx, `SELECT make_months($1, $2)`, table, now); err != nil {
		return fmt.Errorf("partitions of %s: %w", table, Reason(err))
	}
	return nil
}

// DropPartitions drops the partitions of a table that have ended by an instant, in UTC, and tells how many. The audit log's
// are at least five years old.
func DropPartitions(ctx context.Context, db DB, table string, before time.Time) (dropped int64, err error) {
	if err := db.QueryRow(ctx, `SELECT drop_months($1, $2)`, table, before).Scan(&dropped); err != nil {
		return 0, fmt.Errorf("partitions of %s: %w", table, Reason(err))
	}
	return dropped, nil
}

// Unpartitioned are rows of a table that lie in its default partition. They are read like all others and are dropped by
// nobody.
type Unpartitioned struct {
	Table string
	// Rows is 10000 at most.
	Rows int64
}

// UnpartitionedRows counts them: rows of a time to come for whose month no partition is made yet.
func UnpartitionedRows() Query[[]Unpartitioned] {
	return Rows[Unpartitioned]("partitions: default", `
		SELECT 'audit_log' AS "table", (SELECT count(*) FROM (SELECT FROM audit_log_default LIMIT 10000) x) AS rows
		UNION ALL SELECT 'tracking_record', (SELECT count(*) FROM (SELECT FROM tracking_record_default LIMIT 10000) x)`)
}
