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
	// Typed is true where the page said the number, and no session proved it.
	Typed   bool
	Channel string
	Records []Record
	At      time.Time
}

// SaveRecords stores records, in one round trip.
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
