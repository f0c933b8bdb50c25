package carriercheck

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	carriers "github.com/loanmarket/loanmarket/api/internal/domain/carrier"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// RewardArgs are the arguments of the job that raises the credit of a borrower whose number was verified.
type RewardArgs struct {
	MemberID  uuid.UUID `json:"memberId"`
	SessionID uuid.UUID `json:"sessionId"`
}

// Kind names the job.
func (RewardArgs) Kind() string { return "carrier.reward" }

// InsertOpts names its queue.
func (RewardArgs) InsertOpts() river.InsertOpts { return job.Carrier.Options() }

// Reward raises score and limit once in a borrower's life: a renewed verification raises nothing. The proof of a
// previous holder of the number may be deleted meanwhile; what it raised is undone when an identity is proved.
func (c *Check) Reward(ctx context.Context, args RewardArgs) error {
	proof, err := carriers.ByID(args.SessionID).Read(ctx, c.pool)
	if err != nil || proof == nil || proof.ValidUntil == nil {
		return err
	}
	people, err := member.ByIDs(ctx, c.pool, args.MemberID)
	if err != nil {
		return err
	}
	// The number may be verified before anything else: then the reward opens the profile.
	r, now := region.Get(proof.Region), c.clock.Now()
	first := credit.Initial(args.MemberID, r, people[args.MemberID].WhiteListed)
	return postgres.InTx(ctx, c.pool, func(ctx context.Context, tx pgx.Tx) error {
		b := &pgx.Batch{}
		profile := credit.Lock(first, now).Queue(b)
		raised, stands := credit.CarrierRaise(args.MemberID).Queue(b), carriers.ByID(args.SessionID).Queue(b)
		if err := postgres.Send(ctx, tx, b); err != nil || raised.Get() != nil || stands.Get() == nil {
			return err
		}
		b = &pgx.Batch{}
		credit.QueueChange(b, profile.Get().CarrierVerified(r), credit.KindCarrier, nil, now)
		return postgres.Send(ctx, tx, b)
	})
}
