package postgres

import (
	"context"
	"fmt"
	"time"
)

// The tables that are partitioned by month, because their rows are only ever inserted and later dropped together. The
// partitions belong to the owner's role; the application calls make_months and drop_months of the schema.
const (
	AuditLog        = "audit_log"
	TrackingRecords = "tracking_record"
)

// CreatePartitions creates the partitions of a table from now's month to three months later. It moves rows of the default
// partition into them.
func CreatePartitions(ctx context.Context, db DB, table string, now time.Time) error {
	if _, err := db.Exec(ctx, `SELECT make_months($1, $2)`, table, now); err != nil {
		return fmt.Errorf("partitions of %s: %w", table, Reason(err))
	}
	return nil
}

// DropPartitions drops the partitions of a table that ended (in UTC) at or before an instant, and returns how many. For the
// audit log, drop_months refuses an instant less than five years ago.
func DropPartitions(ctx context.Context, db DB, table string, before time.Time) (dropped int64, err error) {
	if err := db.QueryRow(ctx, `SELECT drop_months($1, $2)`, table, before).Scan(&dropped); err != nil {
		return 0, fmt.Errorf("partitions of %s: %w", table, Reason(err))
	}
	return dropped, nil
}

// Unpartitioned is the number of rows in the default partition of a table. They are read like all others but are never dropped.
type Unpartitioned struct {
	Table string
	// Rows is at most 10000.
	Rows int64
}

// UnpartitionedRows counts the rows of a future month whose partition has not been created yet.
func UnpartitionedRows() Query[[]Unpartitioned] {
	return Rows[Unpartitioned]("partitions: default", `
		SELECT 'audit_log' AS "table", (SELECT count(*) FROM (SELECT FROM audit_log_default LIMIT 10000) x) AS rows
		UNION ALL SELECT 'tracking_record', (SELECT count(*) FROM (SELECT FROM tracking_record_default LIMIT 10000) x)`)
}
