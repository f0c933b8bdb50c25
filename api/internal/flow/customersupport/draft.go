package customersupport

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/domain/support"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
)

// Draft reads what the borrower has typed under a name and not sent; nil if nothing.
func (s *Support) Draft(ctx context.Context, who borrower.Borrower, name string) (*support.Draft, error) {
	return support.DraftOf(who.ID, who.DeviceID, name).Read(ctx, s.pool)
}

// SaveDraft stores what the borrower types under a name, or deletes it if data is nil. It returns the time of the
// change.
func (s *Support) SaveDraft(ctx context.Context, who borrower.Borrower, name string, data json.RawMessage) (time.Time, error) {
	now := s.clock.Now()
	return now, postgres.InTx(ctx, s.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		member.QueueRequireTrust(b, who.ID, who.SessionID, who.DeviceID)
		if data == nil {
			support.QueueDropDraft(b, who.ID, who.DeviceID, name)
		} else {
			support.QueueSaveDraft(b, who.ID, who.DeviceID, name, data, now)
		}
		return postgres.Send(ctx, tx, b)
	})
}
