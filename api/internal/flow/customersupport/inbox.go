package customersupport

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// Inbox is a page of what a member was told, the newest first.
func (s *Support) Inbox(ctx context.Context, who borrower.Borrower, cursor string, limit int) (support.Inbox, error) {
	return support.ReadInbox(ctx, s.pool, who.ID, who.DeviceID, cursor, limit)
}

// Unread counts what they have not read, up to 100.
func (s *Support) Unread(ctx context.Context, who borrower.Borrower) (int, error) {
	return support.Unread(who.ID, who.DeviceID).Read(ctx, s.pool)
}

// MarkRead marks some notices as read, or all up to one, and tells how many stay unread. That a new device logged in is not
// read with the others: a trusted one asks until it is answered.
func (s *Support) MarkRead(ctx context.Context, who borrower.Borrower, ids []uuid.UUID, upTo *uuid.UUID) (int, error) {
	return support.MarkRead(who.ID, who.DeviceID, ids, upTo, s.clock.Now(), notify.OfDevices()...).Read(ctx, s.pool)
}
