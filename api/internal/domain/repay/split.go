package repay

import (
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Split is where a payment of a loan went, in its newest round, and what of it is on its way back or has gone back.
type Split struct {
	PaymentID uuid.UUID
	Seq       int
	State     PaymentState
	ValueDate money.Date
	Amount    int64
	// TakenBack is what of it the bank took back in parts; Taken is what of that the loan owes again, by a person's word.
	TakenBack, Taken int64
	// Round is 0 before the first split is written.
	Round int
	Parts []Part
	// Refunding and Refunded are the refunds of this payment that the bank has not settled yet, and those it has.
	Refunding int64
	Refunded  int64
	// Held tells that what is too much of it goes back only when a person says so: its newest refund failed, or they have
	// not decided yet about a part of the payment that the bank took back.
	Held bool
}

const splits = `
	SELECT p.id AS payment_id, p.seq, p.order_id, p.state, p.value_date, p.amount, v.back AS taken_back, v.taken, COALESCE(a.round, 0) AS round, COALESCE(a.parts, '[]') AS parts,
		COALESCE(r.refunding, 0) AS refunding, COALESCE(r.refunded, 0) AS refunded,
		COALESCE(r.failed, false) OR v.open AS held
	FROM payment p
	LEFT JOIN LATERAL (
		SELECT COALESCE(sum(v.amount) FILTER (WHERE v.booked), 0)::bigint AS back,
			COALESCE(sum(v.amount) FILTER (WHERE d.outcome = 'applied'), 0)::bigint AS taken,
			COALESCE(bool_or(d.reversal_id IS NULL), false) AS open
		FROM partial_reversal v LEFT JOIN partial_reversal_decision d ON d.reversal_id = v.id WHERE v.payment_id = p.id) v ON true
	LEFT JOIN LATERAL (
		SELECT round, jsonb_agg(jsonb_build_object('Component', component, 'Amount', amount)) AS parts
		FROM payment_allocation WHERE payment_id = p.id GROUP BY round ORDER BY round DESC LIMIT 1) a ON true
	LEFT JOIN LATERAL (
		SELECT sum(amount) FILTER (WHERE state IN ('created', 'unknown'))::bigint AS refunding,
			sum(amount) FILTER (WHERE state = 'succeeded')::bigint AS refunded,
			(array_agg(state = 'failed' AND failure_reason IS DISTINCT FROM 'payment_reversed' ORDER BY created_at DESC, id DESC))[1] AS failed
		FROM refund WHERE payment_id = p.id) r ON true
	WHERE p.state IN ('posted', 'reversed') AND %s
	ORDER BY p.value_date, p.seq`

// SplitsOf reads the payments of loans by order, in the order in which they count: by value date, then as they were
// posted.
func SplitsOf(orders ...uuid.UUID) postgres.Query[map[uuid.UUID][]Split] {
	type row struct {
		OrderID uuid.UUID
		Split
	}
	among, asked := postgres.Among(`p.order_id`, orders)
	return postgres.Then(postgres.Rows[row]("repay: splits", fmt.Sprintf(splits, among), asked), func(rows []row) (map[uuid.UUID][]Split, error) {
		all := map[uuid.UUID][]Split{}
		for _, r := range rows {
			all[r.OrderID] = append(all[r.OrderID], r.Split)
		}
		return all, nil
	})
}

// QueueSplit writes a round of a payment's split.
func QueueSplit(b *pgx.Batch, payment uuid.UUID, round int, parts []Part) {
	components, amounts := make([]string, len(parts)), make([]int64, len(parts))
	for i, part := range parts {
		components[i], amounts[i] = string(part.Component), part.Amount
	}
	b.Queue(`
		INSERT INTO payment_allocation (payment_id, round, component, amount)
		SELECT $1, $2, part.component, part.amount FROM unnest($3::text[], $4::bigint[]) AS part (component, amount)`,
		payment, round, components, amounts)
}
