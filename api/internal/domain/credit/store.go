package credit

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// The kinds of events that change a profile.
const (
	KindOpened        = "opened"
	KindDecision      = "decision"
	KindSettledOnTime = "settled_on_time"
	KindSettledLate   = "settled_late"
	// KindUndone undoes a settlement because a payment was reversed.
	KindUndone    = "settlement_undone"
	KindCancelled = "offer_cancelled"
	KindOperator  = "operator"
	// KindCarrier is the raise for a phone number that its carrier verified. It is given once.
	KindCarrier = "carrier_verified"
	// KindCarrierUndone takes this raise back, because the number's previous owner passed the check.
	KindCarrierUndone = "carrier_undone"
)

const profile = `SELECT member_id, currency, credit_limit AS "limit", score FROM credit_profile WHERE member_id = $1`

// Of reads a profile, or returns first if there is none.
func Of(first Profile) postgres.Query[Profile] {
	found := postgres.Row[Profile]("credit: profile", profile, first.MemberID)
	return postgres.Then(found, func(p *Profile) (Profile, error) {
		if p == nil {
			return first, nil
		}
		return *p, nil
	})
}

// Record is a profile with the products that are frozen for the member.
type Record struct {
	Profile
	// Frozen holds the end of the freeze per product.
	Frozen map[uuid.UUID]time.Time
}

// RecordOf combines Of and Frozen in one statement.
func RecordOf(first Profile, now time.Time) postgres.Query[Record] {
	type row struct {
		Profile
		ProductID   *uuid.UUID
		AvailableAt *time.Time
	}
	// A member with freezes has applied, and therefore has a profile.
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

// LockRecord is RecordOf, and locks the profile like Lock.
func LockRecord(first Profile, now time.Time) postgres.Query[Record] {
	return postgres.Combine("credit: locked record", func(b *pgx.Batch) func() (Record, error) {
		profile, frozen := Lock(first, now).Queue(b), Frozen(first.MemberID, now).Queue(b)
		return func() (Record, error) { return Record{Profile: profile.Get(), Frozen: frozen.Get()}, nil }
	})
}

// Lock reads a profile and locks it until the transaction ends. If there is none, it inserts first.
func Lock(first Profile, at time.Time) postgres.Query[Profile] {
	return postgres.OneRow[Profile]("credit: lock", reason.NoData, profile+` FOR NO KEY UPDATE`, first.MemberID).After(`
		WITH opened AS (
			INSERT INTO credit_profile (member_id, currency, credit_limit, score) VALUES ($1, $2, $3, $4)
			ON CONFLICT (member_id) DO NOTHING RETURNING member_id)
		INSERT INTO credit_event (member_id, kind, limit_after, score_after, at)
		SELECT member_id, $6, $3, $4, $5 FROM opened`,
		first.MemberID, first.Currency, first.Limit, first.Score, at, KindOpened)
}

// LockOpened is Lock for a member who has applied and therefore has a profile. It never inserts one.
func LockOpened(member uuid.UUID) postgres.Query[Profile] {
	return postgres.Then(postgres.Row[Profile]("credit: lock", profile+` FOR NO KEY UPDATE`, member), func(p *Profile) (Profile, error) {
		if p == nil {
			return Profile{}, fmt.Errorf("credit: member %s has applied without a profile", member)
		}
		return *p, nil
	})
}

// QueueLock locks a profile, if there is one, until the transaction ends. A concurrent application, payment or reversal waits for
// the lock, and later statements of the batch see what earlier ones wrote.
func QueueLock(b *pgx.Batch, member uuid.UUID) {
	b.Queue(`SELECT FROM credit_profile WHERE member_id = $1 FOR NO KEY UPDATE`, member)
}

// QueueChange writes a changed profile that Lock has read. A lender may decide on an order several times, for example approve it
// and then withdraw. Each decision is a separate round; the order's move in the same transaction prevents duplicates. Settlements,
// which a reversal can undo, use QueueSettled.
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

// CarrierRaise reads the raise that a member got for a number verified by its carrier, or nil if there is none or it was taken
// back. Events are ordered by id, which follows the order of the profile's locks, while the times are those of the requests.
func CarrierRaise(member uuid.UUID) postgres.Query[*Change] {
	return postgres.Row[Change]("credit: raise for the carrier", `
		SELECT e.limit_after - COALESCE(before.limit_after, e.limit_after) AS limit_change, e.score_after - COALESCE(before.score_after, e.score_after) AS score_change
		FROM credit_event e LEFT JOIN LATERAL (
			SELECT limit_after, score_after FROM credit_event p WHERE p.member_id = $1 AND p.id < e.id ORDER BY p.id DESC LIMIT 1) before ON true
		WHERE e.member_id = $1 AND e.kind = 'carrier_verified'
			AND NOT EXISTS (SELECT FROM credit_event u WHERE u.member_id = $1 AND u.kind = 'carrier_undone' AND u.id > e.id)
		ORDER BY e.id DESC LIMIT 1`, member)
}

// QueueFreeze closes a product for a member until a time. A freeze that ends later stays as it is.
func QueueFreeze(b *pgx.Batch, member, product uuid.UUID, until time.Time, why string) {
	b.Queue(`
		INSERT INTO product_freeze AS f (member_id, product_id, available_at, reason) VALUES ($1, $2, $3, $4)
		ON CONFLICT (member_id, product_id) DO UPDATE SET available_at = excluded.available_at, reason = excluded.reason
		WHERE f.available_at < excluded.available_at`, member, product, until, why)
}

// Frozen reads the ends of a member's current freezes, keyed by product.
func Frozen(member uuid.UUID, now time.Time) postgres.Query[map[uuid.UUID]time.Time] {
	return postgres.Map[uuid.UUID, time.Time]("credit: frozen", `
		SELECT product_id, available_at FROM product_freeze WHERE member_id = $1 AND available_at > $2`, member, now)
}

// Freeze is a product that is closed for a member after a rejection or a cancellation.
type Freeze struct {
	ProductID uuid.UUID
	// AvailableAt is when the freeze ends, Reason the code of the rejection, or "cancelled".
	AvailableAt time.Time
	Reason      string
}

// Freezes lists a member's current freezes, the first to end first.
func Freezes(member uuid.UUID, now time.Time) postgres.Query[[]Freeze] {
	return postgres.Rows[Freeze]("credit: freezes", `
		SELECT product_id, available_at, reason FROM product_freeze WHERE member_id = $1 AND available_at > $2 ORDER BY available_at, product_id`, member, now)
}

// EndFreeze ends the freeze of a product for a member. It reports false if the product is not frozen.
func EndFreeze(member, product uuid.UUID, now time.Time) postgres.Query[bool] {
	return postgres.Changed("credit: end a freeze",
		`UPDATE product_freeze SET available_at = $3 WHERE member_id = $1 AND product_id = $2 AND available_at > $3`, member, product, now)
}

// Event is a change of a profile.
type Event struct {
	Kind       string
	LimitAfter int64
	ScoreAfter int
	OrderID    *uuid.UUID
	At         time.Time
}

// History reads the changes of a profile, oldest first.
func History(member uuid.UUID) postgres.Query[[]Event] {
	return postgres.Rows[Event]("credit: history", `
		SELECT kind, limit_after, score_after, order_id, at FROM credit_event WHERE member_id = $1 ORDER BY at, id`, member)
}
