package pay_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// The process that handles a report, or sends a refund, is cut off at a random point; the bank reports again, and the
// job is retried. Nothing is lost and nothing counts twice.
func TestInterruptedReportsAndRefundsCountOnce(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	cut := func() (context.Context, context.CancelFunc) {
		return context.WithTimeout(t.Context(), time.Duration(rand.IntN(12_000))*time.Microsecond)
	}
	again := func(do func(context.Context) error) {
		for range 3 {
			ctx, cancel := cut()
			_ = do(ctx) // it may have done any part of its work
			cancel()
		}
		require.NoError(t, do(t.Context()))
	}
	for range 25 {
		paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
		code := w.intent(t, paid, repay.ForPayoff, 1).Code
		part := w.transfer(t, code, 1_000_000, w.clock.Now())
		over := w.transfer(t, code, 6_000_000, w.clock.Now())
		for _, e := range []payment.Report{part, over} {
			again(func(ctx context.Context) error { return w.flow.Receive(ctx, "sandbox", e) })
		}
		require.True(t, w.state(t, paid).Settled())
		for _, split := range w.facts(t, paid).Splits {
			require.Zero(t, split.Refunded)
		}
	}
	rows, err := w.pool.Query(t.Context(), `SELECT id FROM refund`)
	require.NoError(t, err)
	for _, id := range collectIDs(t, rows) {
		for range 3 {
			ctx, cancel := cut()
			_, _ = w.flow.Refund(ctx, id)
			cancel()
		}
		require.Zero(t, w.refund(t, id))
	}
	require.Equal(t, 25, w.count(t, `SELECT count(*) FROM sandbox_bank.transfer WHERE direction = 'refund'`))
	require.Equal(t, 25, w.count(t, `SELECT count(*) FROM refund WHERE state = 'succeeded'`))
	w.reconciled(t)
}
