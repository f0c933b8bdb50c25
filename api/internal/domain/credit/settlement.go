package credit

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// Settlement is what the settlement of an order last did to a profile. The zero value did nothing yet.
type Settlement struct {
	Kind string
	// Round counts the settlements of one loan: a reversal opens it again, and then it can be settled again.
	Round int
	Change
	// Undone is true when a reversal has taken it back.
	Undone bool
}

// Counts reports whether the settlement counts now.
func (s Settlement) Counts() bool { return s.Round > 0 && !s.Undone }

// LastSettlement reads what the settlement of an order last did.
func LastSettlement(order uuid.UUID) postgres.Query[Settlement] {
	found := postgres.Row[Settlement]("credit: settlement", `
		SELECT e.kind, e.round, e.limit_change, e.score_change, EXISTS (
			SELECT FROM credit_event u WHERE u.order_id = e.order_id AND u.kind = 'settlement_undone' AND u.round = e.round) AS undone
		FROM credit_event e WHERE e.order_id = $1 AND e.kind IN ('settled_on_time', 'settled_late')
		ORDER BY e.round DESC LIMIT 1`, order)
	return postgres.Then(found, func(s *Settlement) (Settlement, error) {
		if s == nil {
			return Settlement{}, nil
		}
		return *s, nil
	})
}

// Settled is the profile after a loan that was paid back, on time or late, and what that is called.
func (p Profile) Settled(r *region.Region, late bool) (Profile, string) {
	if late {
		return p.SettledLate(), KindSettledLate
	}
	return p.SettledOnTime(r), KindSettledOnTime
}

// Change is what an event did to limit, in minor units, and score.
type Change struct {
	LimitChange int64
	ScoreChange int
}

// Without is the profile without what an event did to it.
func (p Profile) Without(c Change) Profile {
	p.Limit = max(p.Limit-c.LimitChange, 0)
	p.Score = clampScore(p.Score - c.ScoreChange)
	return p
}

// QueueSettled writes what settlement number round of an order, or its undoing, made of a profile that Lock has
// read. A round that is taken fails the batch: a change that is lost would be noticed by nobody.
func QueueSettled(b *pgx.Batch, before, after Profile, kind string, order uuid.UUID, round int, at time.Time) {
	b.Queue(`
		WITH logged AS (
			INSERT INTO credit_event (member_id, kind, limit_after, score_after, limit_change, score_change, order_id, round, at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			RETURNING member_id, limit_after, score_after)
		UPDATE credit_profile p SET credit_limit = logged.limit_after, score = logged.score_after
		FROM logged WHERE p.member_id = logged.member_id`,
		after.MemberID, kind, after.Limit, after.Score, after.Limit-before.Limit, after.Score-before.Score, order, round, at)
}
