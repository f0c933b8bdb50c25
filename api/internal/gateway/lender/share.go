package lender

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

// MaxConcurrent is the maximum number of a process's concurrent requests to one lender. It is well below the number of workers of
// the queue, so that lenders that do not respond do not block the others.
const MaxConcurrent = 2

// shared limits the concurrent requests to one lender.
type shared struct {
	Gateway
	lender string
	shares *job.Shares
}

// Shared limits the concurrent requests to a lender. A request beyond the limit is not sent and returns *job.Busy.
func Shared(g Gateway, lender string, shares *job.Shares) Gateway {
	return shared{Gateway: g, lender: lender, shares: shares}
}

// Decide asks the lender if the limit allows it.
func (s shared) Decide(ctx context.Context, a Application) (Decision, error) {
	done, err := s.shares.Take(s.lender)
	if err != nil {
		return Decision{}, err
	}
	defer done()
	return s.Gateway.Decide(ctx, a)
}
