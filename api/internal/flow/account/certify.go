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

// InsertOpts names its queue: documents that borrowers wait for go first.
func (CertifyArgs) InsertOpts() river.InsertOpts { return job.Document.LastOptions() }

// Certify makes a page of those that are missing, and tells whether there are more: of thousands of loans the documents take longer
// than an attempt may. It may be repeated.
func (a *Account) Certify(ctx context.Context, args CertifyArgs) (more bool, err error) {
	settled, err := loan.SettledOf(args.MemberID).Read(ctx, a.pool)
	if err != nil {
		return false, err
	}
	missing := loan.Uncertified(settled)
	for _, order := range missing[:min(len(missing), a.pageSize)] {
		if err := a.certify(ctx, order); err != nil {
			return false, err
		}
	}
	return len(missing) > a.pageSize, nil
}
