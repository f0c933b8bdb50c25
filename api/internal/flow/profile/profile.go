// Package profile is what a member sees of herself in one look: her standing and how far her verification is.
package profile

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
)

// Profile is that look.
type Profile struct {
	// Name is as on the ID card; empty before the identity is verified.
	Name     string
	Progress kyc.Progress
	Cards    *bankcard.Glances
	Credit   credit.Profile
}

// Read reads it in one round trip.
func Read(ctx context.Context, db postgres.DB, memberID uuid.UUID, r *region.Region, whiteListed bool) (Profile, error) {
	var batch pgx.Batch
	facts := kyc.QueueFacts(&batch, memberID)
	progress := kyc.QueueProgress(&batch, memberID)
	cards := bankcard.QueueGlances(&batch, memberID)
	standing := credit.Queue(&batch, credit.First(memberID, r, whiteListed))
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		return Profile{}, fmt.Errorf("profile: %w", postgres.Reason(err))
	}
	return Profile{Name: facts.Name, Progress: *progress, Cards: cards, Credit: *standing}, nil
}
