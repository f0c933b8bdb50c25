package channel

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// PurgeRecords creates the coming monthly partitions of the page records, and drops each month as soon as its oldest record may be
// older than keep, because borrowers are told that no record is older. It returns the number of dropped months and of deleted rows
// outside of a partition. now is business time.
func PurgeRecords(ctx context.Context, db postgres.DB, now time.Time, keep time.Duration) (months, rows int64, err error) {
	oldest := now.Add(-keep).UTC()
	next := time.Date(oldest.Year(), oldest.Month()+1, 1, 0, 0, 0, 0, time.UTC)
	made := postgres.CreatePartitions(ctx, db, postgres.TrackingRecords, now)
	months, dropped := postgres.DropPartitions(ctx, db, postgres.TrackingRecords, next)
	rows, deleted := postgres.DeletePages(ctx, db, "rows outside of a month", `
		DELETE FROM tracking_record WHERE (id, at) IN (SELECT id, at FROM tracking_record WHERE at < $1 LIMIT $2)`, oldest)
	if err := errors.Join(made, dropped, deleted); err != nil {
		return months, rows, fmt.Errorf("channel: purge records: %w", err)
	}
	return months, rows, nil
}

// PurgeOrigins deletes, in pages, the origins from before an instant of business time.
func PurgeOrigins(ctx context.Context, db postgres.DB, before time.Time) (int64, error) {
	return postgres.DeletePages(ctx, db, "channel: purge origins", `
		DELETE FROM login_origin WHERE ctid = ANY (ARRAY(SELECT ctid FROM login_origin WHERE at < $1 ORDER BY at LIMIT $2))`, before)
}

// PurgeConversions deletes, in pages, the conversions from before an instant of business time.
func PurgeConversions(ctx context.Context, db postgres.DB, before time.Time) (int64, error) {
	return postgres.DeletePages(ctx, db, "channel: purge conversions", `
		DELETE FROM conversion WHERE ctid = ANY (ARRAY(SELECT ctid FROM conversion WHERE at < $1 ORDER BY at LIMIT $2))`, before)
}
