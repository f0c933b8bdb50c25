package repay_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// A payment in suspense is either matched or sent back, never both. While it is being sent back it cannot be matched, and an
// unsent return can be cancelled once.
func TestSuspensePaymentIsEitherMatchedOrReturned(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	paid := flowtest.PayOut(t, pool, flowtest.Loan{})
	posted := pay(t, pool, paid, 1, today, nil)
	waiting := pay(t, pool, paid, 2, today, func(p *repay.Payment) {
		p.OrderID, p.MemberID, p.Seq, p.State = nil, nil, nil, repay.Suspense
	})
	ctx := t.Context()
	in := func(do func(tx pgx.Tx) error) error { return pgx.BeginFunc(ctx, pool, do) }
	lock := func(id uuid.UUID) (p repay.Payment, err error) {
		err = in(func(tx pgx.Tx) error { p, err = repay.LockSuspense(ctx, tx, id); return err })
		return p, err
	}
	keep := func() (kept bool) {
		require.NoError(t, in(func(tx pgx.Tx) (err error) { kept, err = repay.CancelReturn(ctx, tx, waiting.ID, today); return err }))
		return kept
	}
	held, err := lock(waiting.ID)
	require.NoError(t, err)
	require.Equal(t, waiting.GatewayReference, held.GatewayReference)
	_, err = lock(posted.ID)
	require.Equal(t, reason.SuspenseHandled, reason.Of(err), "the payment is matched to an order")
	_, err = lock(uuid.New())
	require.Equal(t, reason.ReceiptNotFound, reason.Of(err))
	require.False(t, keep(), "there is no return to cancel")

	back := func() repay.Refund {
		r := repay.Refund{ID: uuid.New(), PaymentID: waiting.ID, Amount: waiting.Amount, Currency: money.VND, Reference: uuid.NewString(), CreatedAt: today}
		queue(t, pool, func(b *pgx.Batch) { repay.QueueRefund(b, r) })
		return r
	}
	back()
	_, err = lock(waiting.ID)
	require.Equal(t, reason.SuspenseHandled, reason.Of(err), "a return is pending")
	require.True(t, keep())
	require.False(t, keep(), "the return is cancelled already")
	_, err = lock(waiting.ID)
	require.NoError(t, err, "the payment is in suspense again")

	sent := back()
	_, first, err := repay.BeginRefund(ctx, pool, sent.ID)
	require.NoError(t, err)
	require.True(t, first)
	r, first, err := repay.BeginRefund(ctx, pool, sent.ID)
	require.NoError(t, err)
	require.False(t, first, "after a crash the next run asks the bank instead of sending again")
	require.Equal(t, repay.RefundUnknown, r.State)
	require.False(t, keep(), "the return has been sent")
	_, err = lock(waiting.ID)
	require.Equal(t, reason.SuspenseHandled, reason.Of(err))
}
