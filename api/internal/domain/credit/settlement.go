package credit

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// Settlement is the last effect of an order's settlement on a profile. The zero value means that there was none.
type Settlement struct {
	Kind string
	// Round is the number of the loan's settlement. A reversal reopens a loan, which can then be settled again.
	Round int
	Change
	// Undone is true if a reversal has undone the settlement.
	Undone bool
}

// Counts reports whether the settlement is in effect.
func (s Settlement) Counts() bool { return s.Round > 0 && !s.Undone }

// LastSettlement reads the last settlement of an order.
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

// Settled returns the profile after a loan was repaid, on time or late, and the kind of the event.
func (p Profile) Settled(r *region.Region, late bool) (Profile, string) {
	if late {
		return p.SettledLate(), KindSettledLate
	}
	return p.SettledOnTime(r), KindSettledOnTime
}

// Change is the effect of an event on the limit, in minor units, and on the score.
type Change struct {
	LimitChange int64
	ScoreChange int
}

// Without returns the profile without the effect of an event.
func (p Profile) Without(c Change) Profile {
	p.Limit = max(p.Limit-c.LimitChange, 0)
	p.Score = clampScore(p.Score - c.ScoreChange)
	return p
}

// QueueSettled writes the profile after settlement number round of an order, or after its undoing. Lock has read the profile. The
// batch fails if the round exists, because a lost change would go unnoticed.
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
