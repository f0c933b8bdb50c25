package repay_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// The movements to compare with the bank's books: payments less their reversals, and refunds.
func TestBankTransfersHaveTheBankReference(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	placed, waiting := uuid.UUID{1}, uuid.UUID{2}
	for _, p := range []struct {
		id    uuid.UUID
		order *uuid.UUID
		state repay.PaymentState
	}{{placed, &paid.OrderID, repay.Posted}, {waiting, nil, repay.Suspense}} {
		_, err := pool.Exec(t.Context(), `
			INSERT INTO payment (id, gateway, gateway_reference, serial_number, order_id, member_id, seq, amount, currency, payment_type, state, paid_at, value_date, received_at)
			SELECT $1::uuid, 'sandbox', 'R' || left($1::text, 2), $1::text, $2::uuid, CASE WHEN $2::uuid IS NULL THEN NULL ELSE $3::uuid END,
				CASE WHEN $2::uuid IS NULL THEN NULL ELSE 1 END, 1000, 'VND', 'bank', $4, '2026-06-01Z', '2026-06-01', '2026-06-01Z'`,
			p.id, p.order, paid.MemberID, p.state)
		require.NoError(t, err)
	}
	b := &pgx.Batch{}
	refund := repay.Refund{ID: uuid.New(), OrderID: paid.OrderID, PaymentID: placed, Amount: 300, Currency: "VND", Reference: "B1", CreatedAt: time.Now()}
	repay.QueueRefund(b, refund)
	require.NoError(t, pool.SendBatch(t.Context(), b).Close())
	_, first, err := repay.BeginRefund(t.Context(), pool, refund.ID)
	require.NoError(t, err)
	require.True(t, first)
	_, first, err = repay.BeginRefund(t.Context(), pool, refund.ID)
	require.NoError(t, err)
	require.False(t, first, "the refund was begun before")
	done, err := repay.FinishRefund(refund, repay.RefundSucceeded, "", time.Now()).Read(t.Context(), pool)
	require.NoError(t, err)
	require.True(t, done)

	all := []repay.BankTransfer{{Reference: "R01", Amount: 1000}, {Reference: "R02", Amount: 1000}, {Reference: "B1", Amount: -300}}
	moved, err := repay.BankTransfersOf(t.Context(), pool, "sandbox", []uuid.UUID{paid.OrderID, waiting})
	require.NoError(t, err)
	require.ElementsMatch(t, all, moved)
	moved, err = repay.BankTransfersBy(t.Context(), pool, "sandbox", []string{"R02", "B1"})
	require.NoError(t, err)
	require.ElementsMatch(t, all[1:], moved)

	held, err := repay.Suspended([]uuid.UUID{placed, waiting}).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, map[uuid.UUID]int64{waiting: 1000}, held)
	unplaced, err := repay.ListWithoutOrder(uuid.Nil, 10).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Equal(t, []uuid.UUID{waiting}, unplaced)
	unplaced, err = repay.ListWithoutOrder(waiting, 10).Read(t.Context(), pool)
	require.NoError(t, err)
	require.Empty(t, unplaced)
}

// Reading a page of a statement reads only its own rows, however many reversals there are, also with the session's cached generic plan.
func TestStatementLinesAreReadByIndex(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	owner := postgrestest.Owner(t, pool)
	for _, sql := range []string{`
		INSERT INTO payment (gateway, gateway_reference, serial_number, amount, currency, payment_type, state, paid_at, value_date, received_at)
		SELECT 'sandbox', 'R' || n, 'S' || n, 5, 'VND', 'bank', 'returned', '2026-03-12Z', '2026-03-12', '2026-03-12Z' FROM generate_series(1, 5000) n`, `
		INSERT INTO payment_reversal (payment_id, gateway_reference, reason, reported_at)
		SELECT id, 'RV' || gateway_reference, '', '2026-03-12Z' FROM payment`,
		`ANALYZE payment`, `ANALYZE payment_reversal`,
	} {
		_, err := owner.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	tx, err := pool.Begin(t.Context())
	require.NoError(t, err)
	defer func() { _ = tx.Rollback(t.Context()) }()
	for range 8 {
		found, err := repay.StatementLinesBy(t.Context(), tx, "sandbox", []string{"R7", "RVR7", "RVR8"})
		require.NoError(t, err)
		require.Len(t, found, 3)
	}
	var scanned int
	require.NoError(t, tx.QueryRow(t.Context(), `
		SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_xact_user_tables WHERE relname IN ('payment', 'payment_reversal')`).Scan(&scanned))
	require.Zero(t, scanned)
}
