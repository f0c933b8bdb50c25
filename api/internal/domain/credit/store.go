package credit

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
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
	// KindCarrierUndone takes that raise back: the check was passed by whoever held the number before.
	KindCarrierUndone = "carrier_undone"
)

const profile = `SELECT member_id, currency, credit_limit AS "limit", score FROM credit_profile WHERE member_id = $1`

// Of reads a profile; one that does not exist yet reads as first.
func Of(first Profile) postgres.Query[Profile] {
	found := postgres.Row[Profile]("credit: profile", profile, first.MemberID)
	return postgres.Then(found, func(p *Profile) (Profile, error) {
		if p == nil {
			return first, nil
		}
		return *p, nil
	})
}

// Record is a profile beside the products that are closed for the member.
type Record struct {
	Profile
	// Frozen tells until when they are, by product.
	Frozen map[uuid.UUID]time.Time
}

// RecordOf is Of with Frozen, in one statement.
func RecordOf(first Profile, now time.Time) postgres.Query[Record] {
	type row struct {
		Profile
		ProductID   *uuid.UUID
		AvailableAt *time.Time
	}
	// Who has waiting times has applied, and so has a profile.
	read := postgres.Rows[row]("credit: record", `
		SELECT p.member_id, p.currency, p.credit_limit AS "limit", p.score, f.product_id, f.available_at
		FROM credit_profile p LEFT JOIN product_freeze f ON f.member_id = p.member_id AND f.available_at > $2 WHERE p.member_id = $1`,
		first.MemberID, now)
	return postgres.Then(read, func(rows []row) (Record, error) {
		record := Record{Profile: first, Frozen: map[uuid.UUID]time.Time{}}
		for _, r := range rows {
			record.Profile = r.Profile
			if r.ProductID != nil {
				record.Frozen[*r.ProductID] = *r.AvailableAt
			}
		}
		return record, nil
	})
}

// LockRecord is RecordOf that holds the profile like Lock.
func LockRecord(first Profile, now time.Time) postgres.Query[Record] {
	return postgres.Together("credit: locked record", func(b *pgx.Batch) func() (Record, error) {
		profile, frozen := Lock(first, now).Queue(b), Frozen(first.MemberID, now).Queue(b)
		return func() (Record, error) { return Record{Profile: profile.Get(), Frozen: frozen.Get()}, nil }
	})
}

// Lock reads a profile and holds it until the transaction ends; one that does not exist yet is opened as first.
func Lock(first Profile, at time.Time) postgres.Query[Profile] {
	return postgres.OneRow[Profile]("credit: lock", reason.NoData, profile+` FOR NO KEY UPDATE`, first.MemberID).After(`
		WITH opened AS (
			INSERT INTO credit_profile (member_id, currency, credit_limit, score) VALUES ($1, $2, $3, $4)
			ON CONFLICT (member_id) DO NOTHING RETURNING member_id)
		INSERT INTO credit_event (member_id, kind, limit_after, score_after, at)
		SELECT member_id, $6, $3, $4, $5 FROM opened`,
		first.MemberID, first.Currency, first.Limit, first.Score, at, KindOpened)
}

// LockOpened is Lock for a member who has applied: they have a profile, and none is opened.
func LockOpened(member uuid.UUID) postgres.Query[Profile] {
	return postgres.Then(postgres.Row[Profile]("credit: lock", profile+` FOR NO KEY UPDATE`, member), func(p *Profile) (Profile, error) {
		if p == nil {
			return Profile{}, fmt.Errorf("credit: member %s has applied without a profile", member)
		}
		return *p, nil
	})
}

// QueueHold holds a profile until the transaction ends, where there is one: whoever applies, pays or has a payment taken
// back meanwhile waits, and what they did before is seen by what is queued behind it.
func QueueHold(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`SELECT FROM credit_profile WHERE member_id = $1 FOR NO KEY UPDATE`, member)
}

// QueueChange writes a profile that Lock has read and a rule has changed. A lender may decide on an order more than once,
// to approve and then to withdraw: each change is a round of its own, and what happens once is for the order's step in the
// same transaction to say. Settlements, which a reversal can undo, go through QueueSettled.
func QueueChange(b *pgx.Batch, after Profile, kind string, order *uuid.UUID, at time.Time) {
	b.Queue(`
		WITH logged AS (
			INSERT INTO credit_event (member_id, kind, limit_after, score_after, order_id, round, at)
			SELECT $1::uuid, $2::text, $3::bigint, $4::int, $5::uuid, COALESCE(max(round), 0) + 1, $6::timestamptz
			FROM credit_event WHERE order_id = $5::uuid AND kind = $2::text
			RETURNING member_id, limit_after, score_after)
		UPDATE credit_profile p SET credit_limit = logged.limit_after, score = logged.score_after
		FROM logged WHERE p.member_id = logged.member_id`,
		after.MemberID, kind, after.Limit, after.Score, order, at)
}

// CarrierRaise is what a member's credit was raised by for a number that was proved with its carrier; nil where it was not,
// or where that was taken back. Ids follow the order in which the profile was locked; the times are those of the requests.
func CarrierRaise(member uuid.UUID) postgres.Query[*Change] {
	return postgres.Row[Change]("credit: raise for the carrier", `
		SELECT e.limit_after - COALESCE(before.limit_after, e.limit_after) AS limit_change, e.score_after - COALESCE(before.score_after, e.score_after) AS score_change
		FROM credit_event e LEFT JOIN LATERAL (
			SELECT limit_after, score_after FROM credit_event p WHERE p.member_id = $1 AND p.id < e.id ORDER BY p.id DESC LIMIT 1) before ON true
		WHERE e.member_id = $1 AND e.kind = 'carrier_verified'
			AND NOT EXISTS (SELECT FROM credit_event u WHERE u.member_id = $1 AND u.kind = 'carrier_undone' AND u.id > e.id)
		ORDER BY e.id DESC LIMIT 1`, member)
}

// QueueFreeze closes a product for a member until a time. A longer waiting time that runs already stays.
func QueueFreeze(b *pgx.Batch, member, product uuid.UUID, until time.Time, why string) {
	b.Queue(`
		INSERT INTO product_freeze AS f (member_id, product_id, available_at, reason) VALUES ($1, $2, $3, $4)
		ON CONFLICT (member_id, product_id) DO UPDATE SET available_at = excluded.available_at, reason = excluded.reason
		WHERE f.available_at < excluded.available_at`, member, product, until, why)
}

// Frozen reads the waiting times of a member that are not over, by product.
func Frozen(member uuid.UUID, now time.Time) postgres.Query[map[uuid.UUID]time.Time] {
	return postgres.Map[uuid.UUID, time.Time]("credit: frozen", `
		SELECT product_id, available_at FROM product_freeze WHERE member_id = $1 AND available_at > $2`, member, now)
}

// Freeze is a product that a rejection has closed for a member.
type Freeze struct {
	ProductID uuid.UUID
	// AvailableAt is when it opens by itself, Reason the code of the rejection.
	AvailableAt time.Time
	Reason      string
}

// Freezes lists the waiting times of a member that are not over, the first to end in front.
func Freezes(member uuid.UUID, now time.Time) postgres.Query[[]Freeze] {
	return postgres.Rows[Freeze]("credit: freezes", `
		SELECT product_id, available_at, reason FROM product_freeze WHERE member_id = $1 AND available_at > $2 ORDER BY available_at, product_id`, member, now)
}

// EndFreeze opens a product that a rejection has closed for a member; false when it is open.
func EndFreeze(member, product uuid.UUID, now time.Time) postgres.Query[bool] {
	return postgres.Changed("credit: end a freeze",
		`UPDATE product_freeze SET available_at = $3 WHERE member_id = $1 AND product_id = $2 AND available_at > $3`, member, product, now)
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
func History(member uuid.UUID) postgres.Query[[]Event] {
	return postgres.Rows[Event]("credit: history", `
		SELECT kind, limit_after, score_after, order_id, at FROM credit_event WHERE member_id = $1 ORDER BY at, id`, member)
}
