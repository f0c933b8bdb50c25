package credit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// What changed a profile.
const (
	KindOpened        = "opened"
	KindDecision      = "decision"
	KindSettledOnTime = "settled_on_time"
	KindSettledLate   = "settled_late"
	// KindUndone takes a settlement back that a reversal has undone.
	KindUndone    = "settlement_undone"
	KindCancelled = "offer_cancelled"
	KindOperator  = "operator"
	// KindCarrier: the number was proved with its carrier, which counts once.
	KindCarrier = "carrier_verified"
)

// Queue reads a profile in a batch; one that does not exist yet reads as first.
func Queue(b *pgx.Batch, first Profile) *Profile {
	p := first
	b.Queue(`SELECT member_id, currency, credit_limit, score FROM credit_profile WHERE member_id = $1`, first.MemberID).
		QueryRow(func(row pgx.Row) error {
			err := row.Scan(&p.MemberID, &p.Currency, &p.Limit, &p.Score)
			if errors.Is(err, pgx.ErrNoRows) {
				return nil
			}
			return err
		})
	return &p
}

// QueueLock reads a profile and holds it until the transaction ends; one that does not exist yet is opened as first.
func QueueLock(b *pgx.Batch, first Profile, at time.Time) *Profile {
	b.Queue(`
		WITH opened AS (
			INSERT INTO credit_profile (member_id, currency, credit_limit, score) VALUES ($1, $2, $3, $4)
			ON CONFLICT (member_id) DO NOTHING RETURNING member_id)
		INSERT INTO credit_event (member_id, kind, limit_after, score_after, at)
		SELECT member_id, 'opened', $3, $4, $5 FROM opened`,
		first.MemberID, first.Currency, first.Limit, first.Score, at)
	p := first
	b.Queue(`SELECT member_id, currency, credit_limit, score FROM credit_profile WHERE member_id = $1 FOR NO KEY UPDATE`, first.MemberID).
		QueryRow(func(row pgx.Row) error { return row.Scan(&p.MemberID, &p.Currency, &p.Limit, &p.Score) })
	return &p
}

// QueueHold holds a profile until the transaction ends, where there is one: whoever applies, pays or has a payment taken
// back meanwhile waits, and what they did before is seen by what is queued behind it.
func QueueHold(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`SELECT FROM credit_profile WHERE member_id = $1 FOR NO KEY UPDATE`, member)
}

// QueueChange writes a profile that QueueLock has read and a rule has changed. An order changes it once in each way;
// settlements, which a reversal can undo, go through QueueSettled.
func QueueChange(b *pgx.Batch, after Profile, kind string, order *uuid.UUID, at time.Time) {
	b.Queue(`
		WITH logged AS (
			INSERT INTO credit_event (member_id, kind, limit_after, score_after, order_id, at)
			VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (order_id, kind, round) WHERE order_id IS NOT NULL DO NOTHING
			RETURNING member_id, limit_after, score_after)
		UPDATE credit_profile p SET credit_limit = logged.limit_after, score = logged.score_after
		FROM logged WHERE p.member_id = logged.member_id`,
		after.MemberID, kind, after.Limit, after.Score, order, at)
}

// QueueHadChange asks in a batch whether a profile was ever changed in a way.
func QueueHadChange(b *pgx.Batch, member uuid.UUID, kind string) *bool {
	var had bool
	b.Queue(`SELECT EXISTS (SELECT FROM credit_event WHERE member_id = $1 AND kind = $2)`, member, kind).
		QueryRow(func(row pgx.Row) error { return row.Scan(&had) })
	return &had
}

// QueueFreeze closes a product for a member until a time. A longer waiting time that runs already stays.
func QueueFreeze(b *pgx.Batch, member, product uuid.UUID, until time.Time, why string) {
	b.Queue(`
		INSERT INTO product_freeze AS f (member_id, product_id, available_at, reason) VALUES ($1, $2, $3, $4)
		ON CONFLICT (member_id, product_id) DO UPDATE SET available_at = excluded.available_at, reason = excluded.reason
		WHERE f.available_at < excluded.available_at`, member, product, until, why)
}

// QueueFrozen reads the waiting times of a member that are not over, by product.
func QueueFrozen(b *pgx.Batch, member uuid.UUID, now time.Time) map[uuid.UUID]time.Time {
	frozen := map[uuid.UUID]time.Time{}
	b.Queue(`SELECT product_id, available_at FROM product_freeze WHERE member_id = $1 AND available_at > $2`, member, now).
		Query(func(rows pgx.Rows) error {
			var product uuid.UUID
			var until time.Time
			_, err := pgx.ForEachRow(rows, []any{&product, &until}, func() error { frozen[product] = until; return nil })
			return err
		})
	return frozen
}

// Event is one change of a profile.
type Event struct {
	Kind       string
	LimitAfter int64
	ScoreAfter int
	OrderID    *uuid.UUID
	At         time.Time
}

// History is how a profile came to be, oldest first.
func History(ctx context.Context, db postgres.DB, member uuid.UUID) ([]Event, error) {
	rows, err := db.Query(ctx, `SELECT kind, limit_after, score_after, order_id, at FROM credit_event WHERE member_id = $1 ORDER BY at, id`, member)
	if err != nil {
		return nil, fmt.Errorf("credit: history: %w", postgres.Reason(err))
	}
	events, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Event])
	if err != nil {
		return nil, fmt.Errorf("credit: history: %w", postgres.Reason(err))
	}
	return events, nil
}
