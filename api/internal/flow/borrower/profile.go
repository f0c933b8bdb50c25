package borrower

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
)

// Profile is what the profile page shows of a borrower.
type Profile struct {
	Progress kyc.Progress
	Credit   credit.Profile
}

// ReadProfile reads the profile in one round trip, limited to what the device may see.
func ReadProfile(ctx context.Context, db postgres.DB, memberID, device uuid.UUID, r *region.Region, whiteListed bool, now time.Time) (Profile, error) {
	b := &pgx.Batch{}
	progress := kyc.ProgressOf(memberID, device, now).Queue(b)
	profile := credit.Of(credit.Initial(memberID, r, whiteListed)).Queue(b)
	if err := postgres.Send(ctx, db, b); err != nil {
		return Profile{}, fmt.Errorf("profile: %w", err)
	}
	return Profile{Progress: progress.Get(), Credit: profile.Get()}, nil
}
