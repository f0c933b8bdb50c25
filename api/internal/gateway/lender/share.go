package lender

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

// MaxConcurrent is how many applications of a process wait for one lender at a time. It is well below the workers of their
// queue: lenders that are silent leave the others theirs.
const MaxConcurrent = 2

// shared is a lender of which a process waits for so many answers at a time, and no more.
type shared struct {
	Gateway
	lender string
	shares *job.Shares
}

// Shared bounds how many applications wait for a lender at a time; one more is a *job.Busy and was not asked for.
func Shared(g Gateway, lender string, shares *job.Shares) Gateway {
	return shared{Gateway: g, lender: lender, shares: shares}
}

// Decide asks the lender.
func (s shared) Decide(ctx context.Context, a Application) (Decision, error) {
	done, err := s.shares.Take(s.lender)
	if err != nil {
		return Decision{}, err
	}
	defer done()
	return s.Gateway.Decide(ctx, a)
}
