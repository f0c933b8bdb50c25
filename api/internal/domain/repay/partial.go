package repay

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// ReversalOutcome is what a person says that a partial reversal is.
type ReversalOutcome string

// The outcomes: the loan owes again what was taken, or stays as it is.
const (
	ReversalApplied   ReversalOutcome = "applied"
	ReversalDismissed ReversalOutcome = "dismissed"
)

// PartialReversal is a report of the bank that it took another amount back than a payment was of. What the loan is to
// make of it is for a person to say.
type PartialReversal struct {
	ID        uuid.UUID
	PaymentID uuid.UUID
	// Reference is the bank's, of the reversal.
	Reference string
	// Amount is what went, in minor units of Currency.
	Amount   int64
	Currency money.Currency
	// Booked tells whether the journal follows it: it cannot where more went than was left, or money of another currency.
	Booked     bool
	Reason     string
	ReportedAt time.Time
	// BankDay is the day on which the bank booked it; no date where it has not said.
	BankDay money.Date
	// Outcome is empty until a person has decided.
	Outcome ReversalOutcome
}

// RecordPartialReversal records a report under the lock of its loan, or of its payment where that waits in suspense, and
// works out whether the journal is to follow it; nil for one that is known.
func RecordPartialReversal(r PartialReversal) postgres.Query[*PartialReversal] {
	return postgres.Row[PartialReversal]("repay: partial reversal", `
		INSERT INTO partial_reversal (payment_id, gateway_reference, amount, currency, reason, reported_at, bank_day, booked)
		SELECT p.id, $2::text, $3::bigint, $4::text, $5::text, $6::timestamptz, $7::date, p.currency = $4::text AND p.state <> 'reversed' AND NOT EXISTS (SELECT FROM payment_reversal w WHERE w.payment_id = p.id)
			AND p.amount >= $3::bigint + (SELECT COALESCE(sum(v.amount), 0) FROM partial_reversal v WHERE v.payment_id = p.id AND v.booked)
		FROM payment p WHERE p.id = $1
		ON CONFLICT ON CONSTRAINT partial_reversal_key DO NOTHING
		RETURNING id, payment_id, gateway_reference AS reference, amount, currency, booked, reason, reported_at, bank_day, '' AS outcome`,
		r.PaymentID, r.Reference, r.Amount, r.Currency, r.Reason, r.ReportedAt, r.BankDay)
}

// QueueLockPayment holds a payment until the transaction ends.
func QueueLockPayment(b *pgx.Batch, payment uuid.UUID) {
	b.Queue(`SELECT FROM payment WHERE id = $1 FOR NO KEY UPDATE`, payment)
}

const reversals = `
	SELECT v.id, v.payment_id, v.gateway_reference AS reference, v.amount, v.currency, v.booked, v.reason, v.reported_at, v.bank_day,
		COALESCE(d.outcome, '') AS outcome
	FROM partial_reversal v LEFT JOIN partial_reversal_decision d ON d.reversal_id = v.id `

// undecided are the reversals w about which nobody has decided, whatever their alarm says: an earlier release closed it before that. What is
// counted of them, and what is listed, is this.
const undecided = `partial_reversal w WHERE NOT EXISTS (SELECT FROM partial_reversal_decision d WHERE d.reversal_id = w.id)`

// decided is the rank of the reversals about which somebody has decided, behind those that wait.
const decided = 1

// PartialReversals reads a page of them: those about which nobody has decided in front, the oldest first, then the others, the
// newest first.
func PartialReversals(a paging.Request) postgres.Query[paging.Page[PartialReversal]] {
	begin := a.Begin(false)
	waitsBehind, decidedBefore := begin.ID, uuid.Max
	if begin.Rank == decided {
		waitsBehind, decidedBefore = uuid.Max, begin.ID
	}
	rows := listReversals(`
		WHERE v.id IN (
			(SELECT w.id FROM `+undecided+` AND w.id > $2 ORDER BY w.id LIMIT $1)
			UNION ALL (
			SELECT w.id FROM partial_reversal w WHERE w.id < $3 AND EXISTS (SELECT FROM partial_reversal_decision d WHERE d.reversal_id = w.id)
			ORDER BY w.id DESC LIMIT $1))
		ORDER BY d.outcome IS NOT NULL, CASE WHEN d.outcome IS NULL THEN v.id END, v.id DESC LIMIT $1`,
		a.Limit+1, waitsBehind, decidedBefore)
	return postgres.Then(rows, func(found []PartialReversal) (paging.Page[PartialReversal], error) {
		return paging.NewPage(a, found, func(r PartialReversal) paging.Position {
			if r.Outcome == "" {
				return paging.Position{ID: r.ID}
			}
			return paging.Position{Rank: decided, ID: r.ID}
		}), nil
	})
}

// PartialReversalsNamed reads those that bear a reference of the bank's: one, unless it uses a name again for another
// payment.
func PartialReversalsNamed(reference string) postgres.Query[[]PartialReversal] {
	return listReversals(`WHERE v.gateway_reference = $1 ORDER BY v.id`, reference)
}

// PartialReversalsOf reads those of a payment, the oldest first.
func PartialReversalsOf(payment uuid.UUID) postgres.Query[[]PartialReversal] {
	return listReversals(`WHERE v.payment_id = $1 ORDER BY v.id`, payment)
}

func listReversals(rest string, args ...any) postgres.Query[[]PartialReversal] {
	return postgres.Rows[PartialReversal]("repay: partial reversals", reversals+rest, args...)
}

// UndecidedReversal tells whether the bank has taken back a part of a payment of a member's and nobody has decided yet what
// their loan is to make of it: a settled one may open again.
func UndecidedReversal(member uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("repay: undecided reversal", `
		SELECT EXISTS (
			SELECT FROM payment p WHERE p.member_id = $1 AND EXISTS (SELECT FROM `+undecided+` AND w.payment_id = p.id))`, member)
}

// AppliedReversal is a part of a payment that the bank took back and the loan owes again, by a person's word.
type AppliedReversal struct {
	OrderID   uuid.UUID
	PaymentID uuid.UUID
	// Amount is in minor units of the loan's currency.
	Amount    int64
	DecidedAt time.Time
}

// AppliedReversalsOf reads those of the payments of orders, by order, in the order in which they were decided.
func AppliedReversalsOf(orders ...uuid.UUID) postgres.Query[map[uuid.UUID][]AppliedReversal] {
	parts := postgres.Rows[AppliedReversal]("repay: applied reversals", `
		SELECT p.order_id, p.id AS payment_id, v.amount, d.decided_at
		FROM payment p JOIN partial_reversal v ON v.payment_id = p.id JOIN partial_reversal_decision d ON d.reversal_id = v.id
		WHERE p.order_id = ANY($1) AND d.outcome = $2
		ORDER BY d.decided_at, d.reversal_id`, orders, ReversalApplied)
	return postgres.Then(parts, func(rows []AppliedReversal) (map[uuid.UUID][]AppliedReversal, error) {
		all := map[uuid.UUID][]AppliedReversal{}
		for _, part := range rows {
			all[part.OrderID] = append(all[part.OrderID], part)
		}
		return all, nil
	})
}

// DecideReversal writes what a person says that a partial reversal is, under the lock of its loan or payment; false
// when it is decided already.
func DecideReversal(reversal uuid.UUID, outcome ReversalOutcome, by, note string, at time.Time) postgres.Query[bool] {
	return postgres.Changed("repay: decide a reversal", `
		INSERT INTO partial_reversal_decision (reversal_id, outcome, decided_at, decided_by, note) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (reversal_id) DO NOTHING`, reversal, outcome, at, by, note)
}

// QueueCloseReversalAlarm closes the alarm about the partial reversals of a payment when none of them waits any more.
func QueueCloseReversalAlarm(b *pgx.Batch, payment uuid.UUID, by, note string, at time.Time) {
	b.Queue(`
		UPDATE payment_alarm SET closed_at = $3, closed_by = $4, note = $5
		WHERE kind = $2 AND payment_id = $1 AND closed_at IS NULL AND NOT EXISTS (
			SELECT FROM `+undecided+` AND w.payment_id = $1)`,
		payment, PartlyReversedAlarm, at, by, note)
}
