package borrower

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/bankcard"
	"github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/face"
	"github.com/loanmarket/loanmarket/api/internal/domain/kyc"
)

// Profile is that look.
type Profile struct {
	// Name is as on the ID card; empty before the identity is verified.
	Name     string
	Progress kyc.Progress
	Cards    *bankcard.Summaries
	// Number is the verification with the mobile carrier.
	Number *carrier.Verification
	Credit credit.Profile
	// Face is where the enrolment of a face stands.
	Face face.EnrolmentState
}

// ReadProfile reads it in one round trip, as far as the device may see it.
func ReadProfile(ctx context.Context, db postgres.DB, memberID, device uuid.UUID, r *region.Region, whiteListed bool, now time.Time) (Profile, error) {
	var batch pgx.Batch
	facts := kyc.QueueVerifiedData(&batch, memberID)
	progress := kyc.QueueProgress(&batch, memberID, device)
	cards := bankcard.QueueSummaries(&batch, memberID)
	number := carrier.QueueVerification(&batch, memberID, now)
	enrolled := face.QueueState(&batch, memberID)
	eligibility := credit.Queue(&batch, credit.Initial(memberID, r, whiteListed))
	if err := db.SendBatch(ctx, &batch).Close(); err != nil {
		return Profile{}, fmt.Errorf("profile: %w", postgres.Reason(err))
	}
	return Profile{Name: facts.Name, Progress: *progress, Cards: cards, Number: number, Credit: *eligibility, Face: *enrolled}, nil
}
