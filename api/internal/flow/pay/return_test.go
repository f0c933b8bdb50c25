package pay_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/paging"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/gateway/payment"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

func TestSuspensePaymentIsReturnedToItsPayer(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-20")
	p := w.payment(t, w.receive(t, "tien an trua", 700_000))
	require.Equal(t, repay.Suspense, p.State)
	w.reconciled(t)

	require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
	require.ErrorIs(t, w.flow.Return(t.Context(), p.ID, "ops:anna"), reason.New(reason.SuspenseHandled))
	w.reconciled(t)
	w.refundAll(t)
	w.refundAll(t)

	back, err := repay.PaymentByID(p.ID).Read(t.Context(), w.pool)
	require.NoError(t, err)
	require.Equal(t, repay.Returned, back.State)
	sent, err := w.bank.Booked(t.Context(), payment.DirectionRefund, money.VND)
	require.NoError(t, err)
	require.Equal(t, int64(700_000), sent)
	require.Equal(t, ledger.Balance{}, balance(t, w.pool, p.ID))
	require.Equal(t, 1, w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'suspense.return' AND actor = 'ops:anna'`))
	require.Empty(t, waiting(t, w))
	w.reconciled(t)
	require.ErrorIs(t, w.flow.Return(t.Context(), p.ID, "ops:anna"), reason.New(reason.SuspenseHandled))
}

func TestPaymentBeingReturnedCannotBeMatched(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-20")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: money.MustDate("2026-03-12")})
	p := w.payment(t, w.receive(t, "no name", 500_000))
	require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
	require.ErrorIs(t, w.flow.Match(t.Context(), p.ID, paid.OrderID, pay.MatchRepayment, "ops:anna"), reason.New(reason.SuspenseHandled))
	w.refundAll(t)
	require.ErrorIs(t, w.flow.Match(t.Context(), p.ID, paid.OrderID, pay.MatchRepayment, "ops:anna"), reason.New(reason.SuspenseHandled))
	w.reconciled(t)
}

// If the bank took back all of a payment in parts, nothing is left to send. An operator's command ends it, and each is
// logged under their name.
func TestReturnEndsASuspensePaymentReversedInParts(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-05-11")
	logged := func(p repay.Payment) (all, anna int) {
		subject := "payment:" + p.ID.String()
		return w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'suspense.return' AND subject = $1`, subject),
			w.count(t, `SELECT count(*) FROM audit_log WHERE action = 'suspense.return' AND subject = $1 AND actor = 'ops:anna'`, subject)
	}
	ended := func(p repay.Payment) {
		t.Helper()
		require.Equal(t, ledger.Balance{}, balance(t, w.pool, p.ID))
		all, anna := logged(p)
		require.Equal(t, []int{1, 1}, []int{all, anna})
	}
	for _, reference := range []string{"RV-A", "RV-B"} {
		e := w.receive(t, "nobody's", 300_000)
		w.takeBackPart(t, e, 100_000, reference+"1")
		w.takeBackPart(t, e, 200_000, reference+"2")
		require.NoError(t, w.flow.Return(t.Context(), w.payment(t, e).ID, "ops:anna"))
		require.Equal(t, repay.Returned, w.payment(t, e).State)
		ended(w.payment(t, e))
	}
	require.Zero(t, w.refunded(t))
	whole := w.receive(t, "nobody's", 300_000)
	require.NoError(t, w.flow.Return(t.Context(), w.payment(t, whole).ID, "ops:anna"))
	w.refundAll(t)
	ended(w.payment(t, whole))
	require.Equal(t, 300_000, w.refunded(t))
	w.reconciled(t)
}

// A return that the bank refuses leaves the payment in suspense, where it can be matched or sent back again.
func TestFailedReturnLeavesThePaymentInSuspense(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-03-20")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{DisbursedOn: money.MustDate("2026-03-12")})
	e := w.transfer(t, "no name", 500_000, w.clock.Now())
	_, err := w.pool.Exec(t.Context(), `UPDATE sandbox_bank.incoming SET payer_account = '00710001' WHERE reference = $1`, e.Reference)
	require.NoError(t, err)
	require.NoError(t, w.flow.Receive(t.Context(), "sandbox", e))
	p := w.payment(t, e)
	require.NoError(t, w.flow.Return(t.Context(), p.ID, "ops:anna"))
	w.refundAll(t)
	require.Len(t, waiting(t, w), 1)
	w.reconciled(t)
	require.NoError(t, w.flow.Match(t.Context(), p.ID, paid.OrderID, pay.MatchRepayment, "ops:anna"))
	require.Equal(t, repay.Posted, w.payment(t, e).State)
	w.reconciled(t)
}

func waiting(t *testing.T, w *fixture) []repay.Payment {
	t.Helper()
	all, err := w.flow.Suspense(t.Context(), paging.First(99))
	require.NoError(t, err)
	return all.Rows
}

func balance(t *testing.T, pool *pgxpool.Pool, scope uuid.UUID) ledger.Balance {
	t.Helper()
	b, err := ledger.Balances(scope).Read(t.Context(), pool)
	require.NoError(t, err)
	return b
}
