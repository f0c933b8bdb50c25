// Package customersupport is the communication between borrowers and operators: tickets (messages and complaints with
// their answers), hardship requests (of borrowers who cannot pay as agreed) and the inbox. It never changes a balance.
package customersupport

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/member"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
)

// Support is the flow.
type Support struct {
	pool    *pgxpool.Pool
	clock   clock.Clock
	limiter *limit.Limiter
}

// New returns the flow.
func New(pool *pgxpool.Pool, c clock.Clock, l *limit.Limiter) *Support {
	return &Support{pool: pool, clock: c, limiter: l}
}

// sendCounted counts what a borrower sends against their limit and sends the batch, whose session must still be valid. It
// refuses once the limit is reached. The count is part of the transaction, so a repeated request that gets the stored
// response does not count.
func (s *Support) sendCounted(ctx context.Context, tx pgx.Tx, who borrower.Borrower, queue func(*pgx.Batch)) error {
	b := &pgx.Batch{}
	member.QueueRequireSession(b, who.ID, who.SessionID)
	verdict := s.limiter.Queue(b, limit.Bucket{Name: "support", Subject: who.ID.String(), Rules: []limit.Rule{
		{Name: "hour", Per: time.Hour, Max: 10},
		{Name: "day", Per: 24 * time.Hour, Max: 30},
	}})
	queue(b)
	err := postgres.Send(ctx, tx, b)
	if full := verdict.Refusal(reason.SupportTooMany); full != nil {
		return full
	}
	return err
}
