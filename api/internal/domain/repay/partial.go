package repay

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// ReversalOutcome is an operator's decision about a partial reversal.
type ReversalOutcome string

// The outcomes: the loan owes the reversed amount again, or it does not change.
const (
	ReversalApplied   ReversalOutcome = "applied"
	ReversalDismissed ReversalOutcome = "dismissed"
)

// PartialReversal is a report of the bank that it reversed an amount other than the whole payment. An operator decides what it
// means for the loan.
type PartialReversal struct {
	ID        uuid.UUID
	PaymentID uuid.UUID
	// Reference is the bank's reference of the reversal.
	Reference string
	// Amount is the reversed amount in minor units of Currency.
	Amount   int64
	Currency money.Currency
	// Booked reports whether the reversal is posted to the journal. It is not if its amount is larger than what is left of the
	// payment, or in another currency.
	Booked     bool
	Reason     string
	ReportedAt time.Time
	// BankDay is the bank's booking day, or no date if unknown.
	BankDay money.Date
	// Outcome is empty until an operator decides.
	Outcome ReversalOutcome
}

// RecordPartialReversal stores a report and determines whether to post it to the journal. It returns nil for a known report. The
// caller holds the lock of the loan, or of the payment if that is in suspense.
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

const lockPayment = `SELECT FROM payment WHERE id = $1 FOR NO KEY UPDATE`

// QueueLockPayment locks a payment until the transaction ends.
func QueueLockPayment(b *pgx.Batch, payment uuid.UUID) { b.Queue(lockPayment, payment) }

// LockPayment is PaymentByID, and locks the payment until the transaction ends.
func LockPayment(payment uuid.UUID) postgres.Query[Payment] {
	return PaymentByID(payment).After(lockPayment, payment)
}

const reversals = `
	SELECT v.id, v.payment_id, v.gateway_reference AS reference, v.amount, v.currency, v.booked, v.reason, v.reported_at, v.bank_day,
		COALESCE(d.outcome, '') AS outcome
	FROM partial_reversal v LEFT JOIN partial_reversal_decision d ON d.reversal_id = v.id `

// undecided selects the reversals w without a decision, whatever the state of their alarm: an earlier release closed alarms before
// the decision. Counts and lists share this condition.
const undecided = `partial_reversal w WHERE NOT EXISTS (SELECT FROM partial_reversal_decision d WHERE d.reversal_id = w.id)`

// decided is the rank of decided reversals in the list, after the undecided ones.
const decided = 1

// PartialReversals reads a page of reversals: first the undecided ones, oldest first, then the decided ones, newest first.
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

// PartialReversalsNamed reads the reversals with a bank reference. There is more than one only if the bank reuses a reference for
// another payment.
func PartialReversalsNamed(reference string) postgres.Query[[]PartialReversal] {
	return listReversals(`WHERE v.gateway_reference = $1 ORDER BY v.id`, reference)
}

// PartialReversalsOf reads the partial reversals of a payment, oldest first.
func PartialReversalsOf(payment uuid.UUID) postgres.Query[[]PartialReversal] {
	return listReversals(`WHERE v.payment_id = $1 ORDER BY v.id`, payment)
}

func listReversals(rest string, args ...any) postgres.Query[[]PartialReversal] {
	return postgres.Rows[PartialReversal]("repay: partial reversals", reversals+rest, args...)
}

// UndecidedReversal reports whether a payment of a member has a partial reversal without a decision. The decision may reopen a settled loan.
func UndecidedReversal(member uuid.UUID) postgres.Query[bool] {
	return postgres.Value[bool]("repay: undecided reversal", `
		SELECT EXISTS (
			SELECT FROM payment p WHERE p.member_id = $1 AND EXISTS (SELECT FROM `+undecided+` AND w.payment_id = p.id))`, member)
}

// AppliedReversal is a reversed part of a payment that the loan owes again by an operator's decision.
type AppliedReversal struct {
	OrderID   uuid.UUID
	PaymentID uuid.UUID
	// Amount is in minor units of the loan's currency.
	Amount    int64
	DecidedAt time.Time
}

// AppliedReversalsOf reads the applied reversals of orders, keyed by order and sorted by time of decision.
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

// DecideReversal stores an operator's decision about a partial reversal. It reports false if there is one already. The caller
// holds the lock of the loan or the payment.
func DecideReversal(reversal uuid.UUID, outcome ReversalOutcome, by, note string, at time.Time) postgres.Query[bool] {
	return postgres.Changed("repay: decide a reversal", `
		INSERT INTO partial_reversal_decision (reversal_id, outcome, decided_at, decided_by, note) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (reversal_id) DO NOTHING`, reversal, outcome, at, by, note)
}

// QueueCloseReversalAlarm closes the alarm about a payment's partial reversals once all of them are decided.
func QueueCloseReversalAlarm(b *pgx.Batch, payment uuid.UUID, by, note string, at time.Time) {
	b.Queue(`
		UPDATE payment_alarm SET closed_at = $3, closed_by = $4, note = $5
		WHERE kind = $2 AND payment_id = $1 AND closed_at IS NULL AND NOT EXISTS (
			SELECT FROM `+undecided+` AND w.payment_id = $1)`,
		payment, PartlyReversedAlarm, at, by, note)
}
