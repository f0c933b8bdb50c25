// Package maintenance keeps the stores in order: it deletes what has no further use, and puts sealed data under a new
// key.
package maintenance

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/idempotency"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/domain/channel"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
)

// Purged counts the rows that were deleted.
type Purged struct {
	// Counters are hits that no limit looks at any more, Answers stored answers past their day, Codes old SMS and image
	// codes.
	Counters int64 `json:"counters"`
	Answers  int64 `json:"answers"`
	Codes    int64 `json:"codes"`
	// Approvals are requests of new devices to be let in that are long over.
	Approvals int64 `json:"approvals"`
	// Tracks are records of pages and buttons, origins of log-ins and conversions that are past their time.
	Tracks int64 `json:"tracks"`
}

// Purge runs every deletion, also when one of them fails. Counters and answers go by wall time, the rest by business time.
func Purge(ctx context.Context, pool *pgxpool.Pool, c clock.Clock, limiter *limit.Limiter) (Purged, error) {
	var p Purged
	var limits, answers, codes, approvals, tracks error
	p.Counters, limits = limiter.Purge(ctx, pool)
	p.Answers, answers = idempotency.Purge(ctx, pool, clock.Wall{}.Now())
	p.Codes, codes = member.PurgeCodes(ctx, pool, c.Now())
	p.Approvals, approvals = member.PurgeApprovals(ctx, pool, c.Now())
	p.Tracks, tracks = channel.Purge(ctx, pool, c.Now())
	return p, errors.Join(limits, answers, codes, approvals, tracks)
}
