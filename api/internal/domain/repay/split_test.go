package repay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// Payments count in order of value date, then of posting, whatever order they arrived in. Their allocation depends on it.
func TestPaymentsAreOrderedByValueDate(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	_, err := pool.Exec(t.Context(), `
		INSERT INTO payment (id, gateway, gateway_reference, serial_number, order_id, member_id, seq, amount, currency, payment_type, state, paid_at, value_date, received_at)
		SELECT id::uuid, 'sandbox', 'R' || seq, 'RP' || seq, $1, $2, seq, 1000, 'VND', 'bank', 'posted', '2026-06-01Z', day::date, '2026-06-01Z'
		FROM (VALUES ('f0000000-0000-0000-0000-000000000000', 1, '2026-05-02'), ('30000000-0000-0000-0000-000000000000', 2, '2026-05-03'),
			('10000000-0000-0000-0000-000000000000', 3, '2026-05-02'), ('40000000-0000-0000-0000-000000000000', 4, '2026-05-01')) p (id, seq, day)`,
		paid.OrderID, paid.MemberID)
	require.NoError(t, err)
	splits, err := postgres.Value[postgres.RowArray[repay.SplitRow]]("test: splits", `SELECT `+repay.SplitRows(`$1`), paid.OrderID).Read(t.Context(), pool)
	require.NoError(t, err)
	var order []int
	for _, s := range repay.Splits(splits) {
		order = append(order, s.Seq)
	}
	require.Equal(t, []int{4, 1, 3, 2}, order)
}

// The newest refund of a payment decides whether its overpayment is refunded automatically. Refunds are sorted by time, whatever
// their order in the table.
func TestNewestRefundDecidesWhetherAPaymentIsHeld(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	_, err := pool.Exec(t.Context(), `
		INSERT INTO payment (id, gateway, gateway_reference, serial_number, order_id, member_id, seq, amount, currency, payment_type, state, paid_at, value_date, received_at)
		SELECT ('10000000-0000-0000-0000-00000000000' || seq)::uuid, 'sandbox', 'R' || seq, 'RP' || seq, $1, $2, seq, 1000, 'VND', 'bank', 'posted', '2026-06-01Z', '2026-06-01', '2026-06-01Z'
		FROM generate_series(1, 2) seq`, paid.OrderID, paid.MemberID)
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), `
		INSERT INTO refund (id, order_id, payment_id, amount, currency, reference, state, failure_reason, created_at)
		SELECT id::uuid, $1, ('10000000-0000-0000-0000-00000000000' || seq)::uuid, 10, 'VND', 'RF' || n, state, reason, at::timestamptz
		FROM (VALUES (1, 'f0000000-0000-0000-0000-000000000000', 1, 'failed', 'account_closed', '2026-06-02Z'), (2, '00000000-0000-0000-0000-000000000001', 1, 'succeeded', NULL, '2026-06-03Z'),
			(3, '00000000-0000-0000-0000-000000000002', 2, 'failed', 'account_closed', '2026-06-03Z'), (4, 'e0000000-0000-0000-0000-000000000000', 2, 'succeeded', NULL, '2026-06-02Z'))
			r (n, id, seq, state, reason, at) ORDER BY n DESC`, paid.OrderID)
	require.NoError(t, err)
	splits, err := postgres.Value[postgres.RowArray[repay.SplitRow]]("test: splits", `SELECT `+repay.SplitRows(`$1`), paid.OrderID).Read(t.Context(), pool)
	require.NoError(t, err)
	went := repay.Splits(splits)
	require.Len(t, went, 2)
	require.False(t, went[0].Held(), "an older refund failed")
	require.True(t, went[1].Held(), "the newest refund failed")
}

// While an operator has not decided about one partial reversal, the overpayment of that payment is not refunded.
func TestUndecidedPartialReversalHoldsThePayment(t *testing.T) {
	t.Parallel()
	undecided, applied := repay.PartialReversal{Amount: 10, Booked: true}, repay.PartialReversal{Amount: 20, Booked: true, Outcome: repay.ReversalApplied}
	require.False(t, repay.Split{Amount: 100}.Held())
	require.False(t, repay.Split{Amount: 100}.TakenBackBy([]repay.PartialReversal{applied}).Held())
	s := repay.Split{Amount: 100}.TakenBackBy([]repay.PartialReversal{undecided, applied})
	require.True(t, s.Held(), "one of the two partial reversals is undecided")
	require.EqualValues(t, 30, s.TakenBack)
	require.EqualValues(t, 20, s.OwedAgain)
	require.EqualValues(t, 10, s.PayerOwes())
}
