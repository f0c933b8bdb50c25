package member

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/limit"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// NameSecondFact trusts a session's device after the last four characters of the member's ID number. It is ApprovalFirst
// while a trusted device can be asked instead. A request of the device ends with it. All of it is behind one lock on the
// member: many tries at once are no way round the limit, and a device that is logged out meanwhile is not trusted. then queues
// what follows from it.
func (m *Members) NameSecondFact(ctx context.Context, s Session, last4 string, then func(b *pgx.Batch, now time.Time)) error {
	if s.Trusted {
		return nil
	}
	return postgres.InTxBatched(ctx, m.Pool, func(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
		options, err := m.LockTrustOptions(s).Read(ctx, tx)
		if err != nil {
			return err
		}
		if !options.Question {
			return reason.New(reason.ApprovalFirst)
		}
		// The disk keeps the count before anybody hears what it was for: no guess is forgotten with a server that ends.
		verdict, err := m.Limiter.Take(ctx, tx, m.secondFactBucket(s.MemberID))
		if err != nil {
			return err
		}
		if err := verdict.Refusal(reason.TooManyRequests); err != nil {
			return err
		}
		matches, err := m.SecondFact.Matches(ctx, tx, s.MemberID, last4)
		if err != nil {
			return err
		}
		if !matches {
			return postgres.CommitWith(reason.New(reason.SecondFactWrong))
		}
		last.Queue(endApprovals+`AND device_id = $2`, s.MemberID, s.DeviceID)
		last.Queue(`UPDATE device SET trusted_at = $2 WHERE id = $1 AND trusted_at IS NULL`, s.DeviceID, options.Now)
		then(last, options.Now)
		return nil
	})
}

// secondFactBucket counts the tries of a member to name the second fact.
func (m *Members) secondFactBucket(member uuid.UUID) limit.Bucket {
	return limit.Bucket{Name: "second_fact", Subject: member.String(), Rules: m.Limits.SecondFact}
}
