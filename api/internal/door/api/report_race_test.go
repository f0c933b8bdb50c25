package api_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// reconciled waits until the bank has reported everything and requires that no difference remains, including the bank's
// books.
func reconciled(t testing.TB, stack *apptest.Stack) {
	t.Helper()
	books := reconcile.Books{
		Pool: stack.Pool, Replica: postgres.NewReplica(stack.Pool, nil), Clock: stack.Apps[0].Clock, Gateway: config.Sandbox, Bank: payment.NewSandbox(stack.Pool),
	}
	var found reconcile.Result
	require.Eventually(t, func() bool {
		var err error
		found, err = books.Check(t.Context())
		require.NoError(t, err)
		return len(found.Differences)+found.UnderWay == 0
	}, 30*time.Second, 100*time.Millisecond, "%v", found)
}

// Payments of any amount and date, and reversals of them, are reported concurrently to two processes, each twice and in
// any order, even a reversal before its payment. In every order the books agree, nobody has money that is not owed to
// them, and each payment is posted where it belongs.
func TestConcurrentReportsInAnyOrderKeepBooksConsistent(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	var debtors []debtor
	var events []body
	for n := range 5 {
		d := newDebtor(t, stack, 40)
		memo := d.intent(t, "repayBank", 1, "payoff").Memo
		for i := range 5 {
			amount := int64(random.IntN(3_000_000) + 1)
			reference := fmt.Sprintf("X%d-%d", n, i)
			paidAt := stack.Now().AddDate(0, 0, -random.IntN(35))
			from := payment.Incoming{Reference: reference, Account: "1017595600", Memo: memo, PayerName: "LAN", PayerAccount: "0071", PaidAt: paidAt}
			events = append(events, booked(t, stack, from, amount))
			if random.IntN(3) == 0 {
				events = append(events, reversedByBank(t, stack, reference, amount))
			}
		}
		debtors = append(debtors, d)
	}
	events = append(events, events...)
	random.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
	var wait sync.WaitGroup
	for _, event := range events {
		wait.Go(func() {
			// Send again until the report is accepted, as a bank does.
			require.Eventually(t, func() bool {
				answer := hook(t, debtors[0].client, config.Sandbox, callbackKey(stack), time.Now(), event)
				require.Contains(t, []int{http.StatusOK, http.StatusNotFound, http.StatusServiceUnavailable}, answer.Status, "%s", answer.Body)
				return answer.Status == http.StatusOK
			}, 40*time.Second, 50*time.Millisecond)
		})
	}
	wait.Wait()
	require.Eventually(t, func() bool {
		var running int
		require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM refund WHERE state IN ('created', 'unknown')`).Scan(&running))
		return running == 0
	}, 30*time.Second, 50*time.Millisecond, "overpayments are refunded")
	reconciled(t, stack)
	for _, d := range debtors {
		due := d.options(t).DueNow
		var kept, refunded, charged int64
		require.NoError(t, stack.Pool.QueryRow(t.Context(), `
			SELECT (SELECT COALESCE(sum(amount), 0) FROM payment p WHERE order_id = $1 AND NOT EXISTS (SELECT FROM payment_reversal r WHERE r.payment_id = p.id))::bigint,
				(SELECT COALESCE(sum(amount), 0) FROM refund WHERE order_id = $1 AND state = 'succeeded')::bigint,
				(SELECT -sum(balance) FROM ledger_balance WHERE scope = $1 AND account LIKE '%_income')::bigint`, d.loan.OrderID).Scan(&kept, &refunded, &charged))
		require.GreaterOrEqual(t, due, int64(0))
		front := d.loan.Loan.Principal - d.loan.Loan.ActualReceived
		require.Equal(t, d.loan.Loan.Principal+charged-front, kept-refunded+due, "principal and charges equal what was paid and what is still owed")
	}
}

// booked inserts a payment into the bank's books without the bank's own report, because the test sends the report.
func booked(t *testing.T, stack *apptest.Stack, in payment.Incoming, amount int64) body {
	t.Helper()
	_, err := stack.Owner.Exec(t.Context(), `
		INSERT INTO sandbox_bank.incoming (reference, account, amount, currency, memo, payer_name, payer_account, paid_at)
		VALUES ($1, $2, $3, 'VND', $4, $5, $6, $7)`, in.Reference, in.Account, amount, in.Memo, in.PayerName, in.PayerAccount, in.PaidAt)
	require.NoError(t, err)
	return report(in.Reference, in.Memo, amount, in.PaidAt)
}

func reversedByBank(t *testing.T, stack *apptest.Stack, reference string, amount int64) body {
	t.Helper()
	_, err := stack.Owner.Exec(t.Context(), `UPDATE sandbox_bank.incoming SET reversed_at = $2 WHERE reference = $1`, reference, stack.Now())
	require.NoError(t, err)
	return body{
		"eventId": uuid.NewString(), "type": "reversal", "reference": "RV-" + reference, "originalReference": reference, "amount": amount,
		"currency": "VND", "memo": "", "account": "1017595600", "paidAt": stack.Now().UTC().Format(time.RFC3339), "reason": "x",
	}
}
