package member

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// NameSecondFact trusts a session's device after the last four characters of the member's ID number. It is ApprovalFirst
// while a trusted device can be asked instead. Every try counts, before it is judged, so that many at once are no way round
// the limit.
func (m *Members) NameSecondFact(ctx context.Context, s Session, last4 string) error {
	if s.Trusted {
		return nil
	}
	ways, err := m.Ways(s).Read(ctx, m.Pool)
	if err != nil {
		return err
	}
	if !ways.Question {
		return reason.New(reason.ApprovalFirst)
	}
	tries := limit.Bucket{Name: "second_fact", Subject: s.MemberID.String(), Rules: m.Limits.SecondFact}
	var verdict limit.Verdict
	// In a transaction, whose count the disk keeps: no guess is forgotten with a server that ends.
	err = postgres.InTx(ctx, m.Pool, func(ctx context.Context, tx pgx.Tx) (err error) {
		verdict, err = m.Limiter.Take(ctx, tx, tries)
		return err
	})
	if err != nil {
		return err
	}
	if verdict.Refused {
		return reason.New(reason.TooManyRequests).After(verdict.RetryAfter())
	}
	matches, err := m.SecondFact.Matches(ctx, m.Pool, s.MemberID, last4)
	if err != nil {
		return err
	}
	if !matches {
		return reason.New(reason.SecondFactWrong)
	}
	const trust = `UPDATE device SET trusted_at = $2 WHERE id = $1 AND trusted_at IS NULL`
	if _, err := m.Pool.Exec(ctx, trust, s.DeviceID, m.Clock.Now()); err != nil {
		return fmt.Errorf("member: trust a device: %w", postgres.Reason(err))
	}
	return nil
}
