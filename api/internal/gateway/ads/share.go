package ads

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/job"
)

// MaxConcurrent is how many reports of a process wait for one platform at a time. It is below the workers of their queue:
// platforms that are silent leave one to the others, and to those whom the chat is to forget.
const MaxConcurrent = 1

// shared are platforms for each of which a process waits so many times at once, and no more.
type shared struct {
	Gateway
	shares *job.Shares
}

// Shared bounds how many reports wait for a platform at a time; one more is a *job.Busy and was not made.
func Shared(g Gateway, shares *job.Shares) Gateway { return shared{Gateway: g, shares: shares} }

// Report tells the platform.
func (s shared) Report(ctx context.Context, c Conversion) error {
	done, err := s.shares.Take(c.Platform)
	if err != nil {
		return err
	}
	defer done()
	return s.Gateway.Report(ctx, c)
}
