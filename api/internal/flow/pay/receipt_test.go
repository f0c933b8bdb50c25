package pay_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/pay"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

// A receipt shows the effect of the payment. If its extension was undone with the fee, the receipt no longer mentions
// it.
func TestReceiptShowsTheEffectOfThePayment(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	receipt := func(of repay.Payment) pay.Receipt {
		r, err := w.flow.Receipt(t.Context(), paid.MemberID, of.ID, lang.EN)
		require.NoError(t, err)
		require.Equal(t, of.ID, r.Payment.ID)
		require.Equal(t, paid.OrderID, r.Facts.Order.ID)
		return r
	}
	part := w.payment(t, w.receive(t, w.intent(t, paid, repay.ForRepayment, 100_000).Code, 100_000))
	r := receipt(part)
	require.True(t, r.NewDueDate.IsZero())
	require.Equal(t, w.state(t, paid).Owed.Total(), r.Remaining)

	c := w.choices(t, paid)[0]
	e := w.receive(t, w.extension(t, paid, c).Code, c.Fee)
	require.Equal(t, c.NewDueDate, receipt(w.payment(t, e)).NewDueDate)
	w.takeBack(t, e)
	require.True(t, receipt(w.payment(t, e)).NewDueDate.IsZero())
	_, err := w.flow.Receipt(t.Context(), flowtest.Member(t, w.pool), part.ID, lang.EN)
	require.Equal(t, reason.ReceiptNotFound, reason.Of(err))
}

// The pay link of an intent is shown while the intent is open.
func TestAnIntentShowsItsLinkWhileItIsOpen(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	made := w.intent(t, paid, repay.ForRepayment, 100_000)
	token := func() string {
		seen, err := w.intents.Intent(t.Context(), paid.MemberID, made.ID)
		require.NoError(t, err)
		return seen.Token
	}
	require.Equal(t, made.Token, token())
	require.NotEmpty(t, token())
	w.receive(t, made.Code, made.Amount)
	require.Empty(t, token())
}

func TestYearFollowsTheTimeZoneOfTheRegion(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-06-01")
	from, until := w.flow.Year(2026)
	require.Equal(t, time.Date(2025, time.December, 31, 17, 0, 0, 0, time.UTC), from.UTC())
	require.Equal(t, time.Date(2026, time.December, 31, 17, 0, 0, 0, time.UTC), until.UTC())
}
