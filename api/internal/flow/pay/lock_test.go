package pay_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// The borrower taps "pay" again just when the money arrives. One transaction writes an intent of the order; the other
// locks the order and closes its intents. Neither must make the other restart. A deadlock fails the test at its end,
// where its database is dropped.
func TestNewIntentDuringAPaymentDoesNotDeadlock(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	w.days(30)
	const pairs = 60
	type pair struct {
		paid   flowtest.Paid
		intent intent.Intent
	}
	all := make([]pair, pairs)
	for i := range all {
		all[i].paid = flowtest.PayOut(t, w.pool, flowtest.Loan{})
		all[i].intent = w.intent(t, all[i].paid, repay.ForRepayment, 100_000)
	}
	for _, p := range all {
		key, arrived := w.key(p.paid.MemberID), w.transfer(t, p.intent.Code, 100_000, w.clock.Now())
		var group errgroup.Group
		group.Go(func() error {
			_, err := w.intents.Open(t.Context(), key, intent.Request{
				Member: p.paid.MemberID, Order: p.paid.OrderID, Purpose: repay.ForRepayment, Method: repay.ByBank, Amount: 200_000,
			})
			return err
		})
		group.Go(func() error { return w.flow.Receive(t.Context(), "sandbox", arrived) })
		require.NoError(t, group.Wait())
	}
	require.Equal(t, pairs, w.count(t, `SELECT count(*) FROM payment WHERE state = 'posted'`))
	require.Equal(t, pairs, w.count(t, `SELECT count(*) FROM payment_intent WHERE state = 'open'`))
}

// waits reports whether a statement that contains says is waiting for a lock.
func (w *fixture) waits(t *testing.T, says string) bool {
	t.Helper()
	return w.count(t, `
		SELECT count(*) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%'`, says) > 0
}

// Every transaction about the money of a loan takes the same locks in the same order: first the member's credit, then
// the order with its loan. Data read without these locks may be about to change.
func TestPaymentsAndReversalsWaitForTheLocksOfTheLoan(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ held, waiting string }{
		"the order":  {`SELECT FROM loan_order WHERE id = $1 FOR NO KEY UPDATE`, `FOR NO KEY UPDATE OF o, l`},
		"the credit": {`SELECT FROM credit_profile WHERE member_id = (SELECT member_id FROM loan WHERE order_id = $1) FOR NO KEY UPDATE`, `credit_profile`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t, "2026-04-11")
			paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
			first := w.receive(t, w.intent(t, paid, repay.ForRepayment, 1_000).Code, 1_000)
			arrived := w.transfer(t, w.intent(t, paid, repay.ForRepayment, 100_000).Code, 100_000, w.clock.Now())
			require.NoError(t, w.bank.TakeBack(t.Context(), first.Reference, "x", w.clock.Now()))
			back := first
			back.ID, back.Type, back.Reference, back.OriginalReference = "back", payment.ReportReversal, "RV", first.Reference
			for what, event := range map[string]payment.Report{"a payment": arrived, "a reversal": back} {
				holder, err := w.pool.Begin(t.Context())
				require.NoError(t, err)
				tag, err := holder.Exec(t.Context(), c.held, paid.OrderID)
				require.NoError(t, err)
				require.Equal(t, int64(1), tag.RowsAffected())
				done := make(chan error, 1)
				go func() { done <- w.flow.Receive(t.Context(), "sandbox", event) }()
				require.Eventually(t, func() bool { return w.waits(t, c.waiting) }, 7*time.Second, 5*time.Millisecond, "%s must wait for the lock on %s", what, name)
				require.NoError(t, holder.Rollback(t.Context()))
				require.NoError(t, <-done)
			}
			require.Equal(t, int64(100_000), w.state(t, paid).Repaid.Total())
			w.reconciled(t)
		})
	}
}

// Every call of a member reads the member's row, so neither a payment nor its notices may lock it.
func TestPaymentDoesNotLockTheRowOfTheMember(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	w.days(30)
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	intent := w.intent(t, paid, repay.ForRepayment, 100_000)
	locked := func() (by string) {
		require.NoError(t, w.pool.QueryRow(t.Context(), `SELECT xmax::text FROM member WHERE id = $1`, paid.MemberID).Scan(&by))
		return by
	}
	pays := func() {
		require.NoError(t, w.flow.Receive(t.Context(), "sandbox", w.transfer(t, intent.Code, 1_000, w.clock.Now())))
	}
	pays() // this opens the credit of a member who has none
	before := locked()
	pays()
	require.Equal(t, before, locked())
}
