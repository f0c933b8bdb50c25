package care

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// Inbox is a page of what a member was told, the newest first.
func (c *Care) Inbox(ctx context.Context, who borrower.Borrower, cursor string, limit int) (support.Inbox, error) {
	return support.ReadInbox(ctx, c.pool, who.ID, who.DeviceID, cursor, limit)
}

// Unread counts what they have not read, up to 100.
func (c *Care) Unread(ctx context.Context, who borrower.Borrower) (int, error) {
	return support.Unread(who.ID, who.DeviceID).Read(ctx, c.pool)
}

// MarkRead marks some notices as read, or all up to one, and tells how many stay unread. That a new device logged in is not
// read with the others: a trusted one asks until it is answered.
func (c *Care) MarkRead(ctx context.Context, who borrower.Borrower, ids []uuid.UUID, upTo *uuid.UUID) (int, error) {
	return support.MarkRead(who.ID, who.DeviceID, ids, upTo, c.clock.Now(), notify.OfDevices()...).Read(ctx, c.pool)
}
