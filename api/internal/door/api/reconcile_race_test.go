package api_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/base/config"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/flow/reconcile"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// Borrowers pay and overpay, and the bank reverses payments, over the API and its callbacks. Meanwhile both the full
// and the incremental reconciliation run again and again, and they report no difference. A real difference is reported
// by each of them during the traffic.
func TestBooksAgreeDuringPayments(t *testing.T) {
	t.Parallel()
	stack := apptest.Start(t, apptest.Processes(2))
	bank := payment.NewSandbox(stack.Pool)
	books := reconcile.Books{Pool: stack.Pool, Replica: postgres.NewReplica(stack.Pool, nil), Clock: stack.Apps[0].Clock, Gateway: config.Sandbox, Bank: bank}
	var debtors []debtor
	for range 3 {
		debtors = append(debtors, newDebtor(t, stack, 40))
	}
	var traffic errgroup.Group
	over := make(chan struct{})
	for _, d := range debtors {
		memo := d.intent(t, "repayBank", 1, "payoff").Memo
		traffic.Go(func() error {
			for n := range 12 {
				amount := int64(100_000)
				if n%4 == 3 {
					amount = 9_000_000
				}
				reference, err := bank.Pay(t.Context(), payment.Incoming{
					Account: "1017595600", Amount: money.Of(amount, money.VND), Memo: memo, PayerName: "LAN", PayerAccount: "0071000123456", PaidAt: stack.Now(),
				})
				if err == nil && n%3 == 2 {
					err = bank.TakeBack(t.Context(), reference, "x", stack.Now())
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	var failed error
	go func() {
		failed = traffic.Wait()
		close(over)
	}()
	// Run until everything has been sent and reported by the bank.
	reported := func() bool {
		var waiting int
		require.NoError(t, stack.Pool.QueryRow(t.Context(), `SELECT count(*) FROM sandbox_bank.callback WHERE delivered_at IS NULL`).Scan(&waiting))
		return waiting == 0
	}
	runs, changed, sent := 0, 0, false
	for done := false; !done; done = sent && reported() {
		select {
		case <-over:
			sent = true
		default:
		}
		whole, err := books.Check(t.Context())
		require.NoError(t, err)
		require.Empty(t, whole.Differences)
		since, err := books.CheckChanged(t.Context())
		require.NoError(t, err)
		require.Empty(t, since.Differences)
		require.False(t, since.Whole)
		runs, changed = runs+1, changed+since.Scopes
	}
	require.NoError(t, failed)
	t.Logf("%d runs, %d loans and payments that had changed", runs, changed)
	require.Positive(t, changed)
	reconciled(t, stack)

	_, err := stack.Owner.Exec(t.Context(), `
		INSERT INTO sandbox_bank.incoming (reference, account, amount, currency, memo, paid_at, changed_at)
		VALUES ('LOST', '1017595600', 70, 'VND', '', $1, now() - interval '11 minutes')`, time.Now())
	require.NoError(t, err)
	for _, check := range []func() (reconcile.Result, error){
		func() (reconcile.Result, error) { return books.Check(t.Context()) },
		func() (reconcile.Result, error) { return books.CheckChanged(t.Context()) },
	} {
		result, err := check()
		require.NoError(t, err)
		require.Equal(t, []reconcile.Difference{{Subject: "bank LOST", What: "amount", Expected: 70}}, result.Differences)
	}
}
