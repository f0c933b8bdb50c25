package ads

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

// MaxConcurrent is the maximum number of a process's concurrent reports to one platform. It is below the number of workers of the
// queue, so that a platform that does not respond leaves workers to the others and to the deletion of chat contacts.
const MaxConcurrent = 1

// shared limits the concurrent reports to each platform.
type shared struct {
	Gateway
	shares *job.Shares
}

// Shared limits the concurrent reports to a platform. A report beyond the limit is not sent and returns *job.Busy.
func Shared(g Gateway, shares *job.Shares) Gateway { return shared{Gateway: g, shares: shares} }

// Report sends the report if the limit allows it.
func (s shared) Report(ctx context.Context, c Conversion) error {
	done, err := s.shares.Take(c.Platform)
	if err != nil {
		return err
	}
	defer done()
	return s.Gateway.Report(ctx, c)
}
