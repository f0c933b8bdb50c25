package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// The borrower taps "pay" again in the moment in which the money arrives: one writes an intent of the order, the other
// holds the order and closes its intents. Neither makes the other start anew; a deadlock fails the test at its end, where
// its database is dropped.
func TestPayingAgainWhileTheMoneyArrivesLocksNobodyOut(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-12")
	w.days(30)
	const pairs = 60
	type pair struct {
		paid   flowtest.Paid
		intent pay.Intent
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
			_, err := w.flow.Open(t.Context(), key, pay.IntentRequest{
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
