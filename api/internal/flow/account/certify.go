package account

import (
	"context"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// CertifyArgs are the arguments of the job that makes the missing settlement certificates of a leaving member, while
// their name is still stored. The erasure waits for them. It does not use the object store itself, which may delay this
// job.
type CertifyArgs struct {
	MemberID uuid.UUID `json:"memberId"`
}

// Kind names the job.
func (CertifyArgs) Kind() string { return "account.certify" }

// InsertOpts names its queue, with a low priority: documents that borrowers wait for go first.
func (CertifyArgs) InsertOpts() river.InsertOpts { return job.Document.LastOptions() }

// Certify makes one page of the missing certificates and reports whether more are left: for thousands of loans, making
// all would take longer than one attempt may. It may be repeated.
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
