package customersupport

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/notify"
)

// Inbox reads a page of a member's notices, newest first.
func (s *Support) Inbox(ctx context.Context, who borrower.Borrower, cursor string, limit int) (support.Inbox, error) {
	return support.ReadInbox(ctx, s.pool, who.ID, who.DeviceID, cursor, limit)
}

// Unread counts a member's unread notices, up to 100.
func (s *Support) Unread(ctx context.Context, who borrower.Borrower) (int, error) {
	return support.Unread(who.ID, who.DeviceID).Read(ctx, s.pool)
}

// MarkRead marks some notices, or all up to one, as read and returns how many are still unread. A notice of a new
// device is not marked with the others, because a trusted device asks about it until it is answered.
func (s *Support) MarkRead(ctx context.Context, who borrower.Borrower, ids []uuid.UUID, upTo *uuid.UUID) (int, error) {
	return support.MarkRead(who.ID, who.DeviceID, ids, upTo, s.clock.Now(), notify.OfDevices()...).Read(ctx, s.pool)
}
