package care

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/domain/support"
)

// Inbox is a page of what a member was told, the newest first.
func (c *Care) Inbox(ctx context.Context, member uuid.UUID, cursor string, limit int) (support.Inbox, error) {
	return support.ReadInbox(ctx, c.pool, member, cursor, limit)
}

// Unread counts what they have not read, up to 100.
func (c *Care) Unread(ctx context.Context, member uuid.UUID) (int, error) {
	return support.Unread(member).Read(ctx, c.pool)
}

// MarkRead marks some notices as read, or all up to one, and tells how many stay unread.
func (c *Care) MarkRead(ctx context.Context, member uuid.UUID, ids []uuid.UUID, upTo *uuid.UUID) (int, error) {
	return support.MarkRead(member, ids, upTo, c.clock.Now()).Read(ctx, c.pool)
}
