package channel

import (
	"context"
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Record is one look at a page, or one press of a button on it (specification 3, tracking record).
type Record struct {
	PageID string
	// ButtonID is empty for the page itself.
	ButtonID string
}

// Records are those that one page sends at once.
type Records struct {
	// PhoneHash is the keyed hash of the visitor's number, nil when none is known. The number itself is not kept.
	PhoneHash []byte
	Channel   string
	Records   []Record
	At        time.Time
}

// SaveRecords stores records, in one round trip.
func SaveRecords(ctx context.Context, db postgres.DB, r Records) error {
	pages, buttons := make([]string, len(r.Records)), make([]string, len(r.Records))
	for i, record := range r.Records {
		pages[i], buttons[i] = record.PageID, record.ButtonID
	}
	const insert = `
		INSERT INTO tracking_record (phone_hash, page_id, button_id, channel_code, at)
		SELECT $1, page, button, nullif($4, ''), $5 FROM unnest($2::text[], $3::text[]) AS record (page, button)`
	if _, err := db.Exec(ctx, insert, r.PhoneHash, pages, buttons, r.Channel, r.At); err != nil {
		return fmt.Errorf("channel: keep records: %w", postgres.Reason(err))
	}
	return nil
}

// How long what is kept for advertising and statistics stays. Conversions stay longer: they settle accounts with
// platforms.
const (
	recordsKept     = 90 * 24 * time.Hour
	originsKept     = 90 * 24 * time.Hour
	conversionsKept = 2 * 365 * 24 * time.Hour
)

// Purge deletes what is older than it may be. now is business time.
func Purge(ctx context.Context, db postgres.DB, now time.Time) (int64, error) {
	const purge = `
		WITH records AS (DELETE FROM tracking_record WHERE at < $1 RETURNING 1),
			origins AS (DELETE FROM login_origin WHERE at < $2 RETURNING 1),
			conversions AS (DELETE FROM conversion WHERE at < $3 RETURNING 1)
		SELECT (SELECT count(*) FROM records) + (SELECT count(*) FROM origins) + (SELECT count(*) FROM conversions)`
	var deleted int64
	err := db.QueryRow(ctx, purge, now.Add(-recordsKept), now.Add(-originsKept), now.Add(-conversionsKept)).Scan(&deleted)
	if err != nil {
		return 0, fmt.Errorf("channel: purge: %w", postgres.Reason(err))
	}
	return deleted, nil
}
