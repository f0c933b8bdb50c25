package api_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// count returns the number of rows of the tables that payments write.
func count(t testing.TB, stack *apptest.Stack) map[string]int {
	t.Helper()
	rows := map[string]int{}
	for _, table := range []string{
		"payment_intent", "payment", "payment_allocation", "payment_reversal", "refund", "ledger_transaction", "ledger_entry",
		"order_event", "loan_document",
	} {
		var n int
		require.NoError(t, stack.Owner.QueryRow(t.Context(), `SELECT count(*) FROM `+table).Scan(&n))
		rows[table] = n
	}
	return rows
}

// 500 concurrent copies of one report on two processes make one posting.
func TestConcurrentDuplicateReportsPostOnce(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	d := newDebtor(t, stack, 10)
	event := report("R500", d.intent(t, "repayBank", 700_000, "repayment").Memo, 700_000, stack.Now())
	before, due := count(t, stack), d.options(t).DueNow
	var wg sync.WaitGroup
	statuses := make(chan int, 500)
	for range 500 {
		wg.Go(func() { statuses <- hook(t, d.client, "sandbox", callbackKey(stack), time.Now(), event).Status })
	}
	wg.Wait()
	close(statuses)
	for status := range statuses {
		// A bank that is told to wait sends its report again.
		require.Contains(t, []int{http.StatusOK, http.StatusServiceUnavailable}, status)
	}
	after := count(t, stack)
	require.Equal(t, before["payment"]+1, after["payment"])
	require.Equal(t, 1, kinds(t, stack)["payment"])
	require.Equal(t, due-700_000, d.options(t).DueNow)
}

// Two part payments race with a payoff. In every order the answers are consistent: the payment that arrives last is the
// overpayment.
func TestPartPaymentsRaceWithPayoff(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	for n := range 5 {
		d := newDebtor(t, stack, 20)
		due := d.options(t).DueNow
		memo := d.intent(t, "repayBank", 1, "payoff").Memo
		amounts := []int64{1_000_000, 2_000_000, due}
		var wg sync.WaitGroup
		for i, amount := range amounts {
			event := report(fmt.Sprintf("R%d-%d", n, i), memo, amount, stack.Now())
			wg.Go(func() {
				require.Equal(t, http.StatusOK, hook(t, d.client, "sandbox", callbackKey(stack), time.Now(), event).Status)
			})
		}
		wg.Wait()
		require.Zero(t, d.options(t).DueNow)
		var record contract.RecordData
		d.OK(t, "repayRecord", body{"orderId": d.loan.OrderID}, &record)
		require.Len(t, record.Payments, 3)
		require.True(t, explained(t, d, record.Payments, due), "some order of the three explains every outcome")
		var refunded int64
		require.NoError(t, stack.Owner.QueryRow(t.Context(), `SELECT sum(amount)::bigint FROM refund WHERE order_id = $1`, d.loan.OrderID).Scan(&refunded))
		require.Equal(t, int64(3_000_000), refunded)
	}
}

// explained reports whether the payments can be ordered so that each has the outcome and the remaining debt that its
// receipt shows.
func explained(t testing.TB, d debtor, payments []contract.PaymentCard, due int64) bool {
	t.Helper()
	receipts := make([]contract.ReceiptData, len(payments))
	for i, p := range payments {
		d.OK(t, "repayReceipt", body{"paymentId": p.PaymentID}, &receipts[i])
	}
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		left, fits := due, true
		for _, i := range order {
			r := receipts[i]
			over := max(0, r.Payment.Amount-left)
			left = max(0, left-r.Payment.Amount)
			want := "part"
			switch {
			case over > 0:
				want = "over"
			case left == 0:
				want = "payoff"
			}
			fits = fits && r.Payment.Outcome == want && r.Remaining == left && overpaid(r) == over
		}
		if fits {
			return true
		}
	}
	return false
}

func overpaid(r contract.ReceiptData) int64 {
	for _, a := range r.Allocations {
		if a.Component == contract.AllocationComponentOverpayment {
			return a.Amount
		}
	}
	return 0
}

// kinds counts the journal transactions by kind.
func kinds(t testing.TB, stack *apptest.Stack) map[string]int {
	t.Helper()
	found := map[string]int{}
	rows, err := stack.Owner.Query(t.Context(), `SELECT kind, count(*) FROM ledger_transaction GROUP BY kind`)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var kind string
		var n int
		require.NoError(t, rows.Scan(&kind, &n))
		found[kind] = n
	}
	return found
}

// Concurrent requests for payment details leave one open intent. The others are replaced, but payments with their codes
// are still recognised.
func TestConcurrentIntentsLeaveOneOpen(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	d := newDebtor(t, stack, 10)
	const at = 16
	var wg sync.WaitGroup
	for range at {
		wg.Go(func() { d.OK(t, "repayBank", d.ask(700_000, "repayment"), nil) })
	}
	wg.Wait()
	states := map[string]int{}
	rows, err := stack.Owner.Query(t.Context(), `
		SELECT CASE WHEN replaced_at IS NULL THEN state ELSE state || ', replaced' END, count(*)
		FROM payment_intent WHERE order_id = $1 GROUP BY 1`, d.loan.OrderID)
	require.NoError(t, err)
	var state string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&state, &n}, func() error { states[state] = n; return nil })
	require.NoError(t, err)
	require.Equal(t, map[string]int{"open": 1, "open, replaced": at - 1}, states)
}
