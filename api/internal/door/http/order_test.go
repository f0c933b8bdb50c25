package http_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// The straight way: list, detail, quote, agreement, application, review, final agreement, code, payout.
func TestOrderFromTheListToTheMoney(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	c := m.borrower(t, income(4), account("19031234567890"))

	var list contract.ProductListData
	c.OK(t, "loanList", body{}, &list)
	require.Len(t, list.Groups, 1)
	card := list.Groups[0].Products[0]
	require.Equal(t, m.product.ID, card.LoanID)
	require.Equal(t, int64(15_000_000), card.MaxAmount)

	order := m.apply(t, c, 10_000_000, 91)
	require.Equal(t, 1, order.Status)
	offer := m.await(t, c, order, loan.ToConfirm)
	require.Equal(t, int64(10_000_000), offer.Principal)
	require.NotNil(t, offer.Order.OfferExpiresAt)

	m.confirm(t, c, order)
	paid := m.await(t, c, order, loan.WaitingPayment)
	require.Equal(t, offer.Quote.ActualReceived, paid.ActualReceived)
	require.Equal(t, 1, *paid.Order.RepayStatus)
	require.Equal(t, int64(10_000_000), paid.Due.Principal)
	require.Positive(t, paid.Order.DueNow)
	require.NotNil(t, paid.Order.DueDate)
	require.Equal(t, []string{"applied", "review_started", "approved", "confirmed", "paid_out"}, events(paid))
	require.Eventually(t, func() bool { return len(m.detail(t, c, order).Documents) == 1 }, 10*time.Second, 50*time.Millisecond)
}
