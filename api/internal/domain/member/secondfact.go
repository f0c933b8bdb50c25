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

// NameSecondFact makes a session's device trusted if last4 are the last four characters of the member's ID number. It returns
// ApprovalFirst while a trusted device can be asked instead. Success ends the device's own request for approval. Everything
// happens under one lock on the member, so that concurrent tries cannot exceed the limit and a device that is logged out in the
// meantime does not become trusted. then queues follow-up writes.
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
		// The try is committed before its result is returned, so that a crash does not lose the count.
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

// secondFactBucket counts a member's tries at the second fact.
func (m *Members) secondFactBucket(member uuid.UUID) limit.Bucket {
	return limit.Bucket{Name: "second_fact", Subject: member.String(), Rules: m.Limits.SecondFact}
}
