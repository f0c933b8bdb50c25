package channel

import (
	"context"
	"fmt"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Record is a view of a page, or a press of a button on it (spec 3, tracking record).
type Record struct {
	PageID string
	// ButtonID is empty for a page view.
	ButtonID string
}

// Records are the records that a page sends in one request.
type Records struct {
	// PhoneHash is the keyed hash of the visitor's number, or nil if unknown. The number itself is not stored.
	PhoneHash []byte
	// Typed is true if the page claimed the number and no session proved it.
	Typed   bool
	Channel string
	Records []Record
	At      time.Time
}

// SaveRecords inserts records in one round trip.
func SaveRecords(ctx context.Context, db postgres.DB, r Records) error {
	pages, buttons := make([]string, len(r.Records)), make([]string, len(r.Records))
	for i, record := range r.Records {
		pages[i], buttons[i] = record.PageID, record.ButtonID
	}
	const insert = `
		INSERT INTO tracking_record (phone_hash, page_id, button_id, channel_code, at, typed)
		SELECT $1, page, button, nullif($4, ''), $5, $6 FROM unnest($2::text[], $3::text[]) AS record (page, button)`
	if _, err := db.Exec(ctx, insert, r.PhoneHash, pages, buttons, r.Channel, r.At, r.Typed); err != nil {
		return fmt.Errorf("channel: keep records: %w", postgres.Reason(err))
	}
	return nil
}
