package member

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// NameSecondFact trusts a session's device after the last four characters of the member's ID number. It is ApprovalFirst
// while a trusted device can be asked instead. A request of the device ends with it. Every try counts, before it is judged, so that many at once are no way round
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
	_, err = postgres.Changed("member: trust a device", trust, s.DeviceID, m.Clock.Now()).
		After(endApprovals+`AND device_id = $2`, s.MemberID, s.DeviceID).Read(ctx, m.Pool)
	return err
}
