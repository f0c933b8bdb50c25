package account

import (
	"context"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// CertifyArgs ask for the settlement certificates that a member who leaves never asked for, while their name is still there.
// The erasure waits for them and is done without the object store, which may keep this job waiting.
type CertifyArgs struct {
	MemberID uuid.UUID `json:"memberId"`
}

// Kind names the job.
func (CertifyArgs) Kind() string { return "account.certify" }

// InsertOpts names its queue: papers that borrowers wait for go first.
func (CertifyArgs) InsertOpts() river.InsertOpts { return job.Paper.LastOptions() }

// Certify makes those that are missing. It may be repeated.
func (a *Account) Certify(ctx context.Context, args CertifyArgs) error {
	settled, err := loan.SettledOf(args.MemberID).Read(ctx, a.pool)
	if err != nil {
		return err
	}
	for _, order := range loan.Uncertified(settled) {
		if err := a.certify(ctx, order); err != nil {
			return err
		}
	}
	return nil
}
