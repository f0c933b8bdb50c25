package pay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// spec: 4.extension-paid
func TestExtensionFeeMatchedByAnOperatorExtendsTheLoan(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	choices := w.choices(t, paid)
	once, both := choices[0], choices[1]
	intent := w.extension(t, paid, once)
	w.extension(t, paid, both)
	e := w.receive(t, "gia han thang 6", once.Fee)
	require.Equal(t, repay.Suspense, w.payment(t, e).State)
	w.days(3)
	require.NoError(t, w.flow.Match(t.Context(), w.payment(t, e).ID, paid.OrderID, pay.MatchExtensionFee, "ops:anna"))
	require.Equal(t, repay.Extended, w.payment(t, e).Outcome)
	require.Equal(t, once.NewDueDate, w.facts(t, paid).Loan.DueDate, "of the two quotes, the one with this fee applies")
	require.Zero(t, w.state(t, paid).Owed[repay.ExtensionFee])
	seen, err := w.intents.Intent(t.Context(), paid.MemberID, intent.ID)
	require.NoError(t, err)
	require.Equal(t, repay.Paid, seen.State)
	_, payment, err := repay.IntentWithPayment(t.Context(), w.pool, paid.MemberID, intent.ID)
	require.NoError(t, err)
	require.NotNil(t, payment, "the page that waits for the payment finds it")
	require.Equal(t, []string{"payment_received", "extended"}, timeline(t, w, paid))
	w.reconciled(t)
	// When the bank takes the fee back, the extension is undone.
	w.takeBack(t, e)
	require.Equal(t, once.OldDueDate, w.facts(t, paid).Loan.DueDate)
	w.reconciled(t)
}

func TestMatchAsAnExtensionFeeIsRefused(t *testing.T) {
	t.Parallel()
	refused := func(t *testing.T, want error, happens func(w *fixture, paid flowtest.Paid, fee int64) (amount int64)) {
		t.Helper()
		w := open(t, "2026-06-01")
		paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
		fee := w.choices(t, paid)[0].Fee
		e := w.receive(t, "khong ro", happens(w, paid, fee))
		before := w.rows(t)
		require.ErrorIs(t, w.flow.Match(t.Context(), w.payment(t, e).ID, paid.OrderID, pay.MatchExtensionFee, "ops:anna"), want)
		require.Equal(t, before, w.rows(t), "the payment stays in suspense unchanged")
		require.NoError(t, w.flow.Match(t.Context(), w.payment(t, e).ID, paid.OrderID, pay.MatchRepayment, "ops:anna"))
		w.reconciled(t)
	}
	quoted := func(w *fixture, paid flowtest.Paid) { w.extension(t, paid, w.choices(t, paid)[0]) }
	t.Run("no quote", func(t *testing.T) {
		refused(t, pay.ErrNoQuote, func(_ *fixture, _ flowtest.Paid, fee int64) int64 { return fee })
	})
	t.Run("another amount", func(t *testing.T) {
		refused(t, pay.ErrFeeMismatch, func(w *fixture, paid flowtest.Paid, fee int64) int64 { quoted(w, paid); return fee + 1 })
	})
	t.Run("a day late", func(t *testing.T) {
		refused(t, pay.ErrQuoteOver, func(w *fixture, paid flowtest.Paid, fee int64) int64 { quoted(w, paid); w.days(1); return fee })
	})
	t.Run("a day late, with a newer quote", func(t *testing.T) {
		refused(t, pay.ErrQuoteOver, func(w *fixture, paid flowtest.Paid, fee int64) int64 {
			quoted(w, paid)
			w.days(1)
			w.extension(t, paid, w.choices(t, paid)[1])
			return fee
		})
	})
	t.Run("the due date moved meanwhile", func(t *testing.T) {
		refused(t, pay.ErrDueDateMoved, func(w *fixture, paid flowtest.Paid, fee int64) int64 {
			quoted(w, paid)
			_, err := w.intents.Extend(t.Context(), w.key(paid.MemberID), ask(paid, w.choices(t, paid)[0], false))
			require.NoError(t, err)
			return fee
		})
	})
	t.Run("the fee was paid already", func(t *testing.T) {
		refused(t, pay.ErrNoQuote, func(w *fixture, paid flowtest.Paid, fee int64) int64 {
			intent := w.extension(t, paid, w.choices(t, paid)[0])
			w.receive(t, intent.Code, fee)
			return fee
		})
	})
}
