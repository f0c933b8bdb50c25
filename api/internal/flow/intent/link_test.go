package intent_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/intent"
	"github.com/loanmarket/loanmarket/api/internal/test/flowtest"
)

func TestLinkHidesItsTokenAndExpires(t *testing.T) {
	t.Parallel()
	w := open(t, "2026-04-11")
	paid := flowtest.PayOut(t, w.pool, flowtest.Loan{})
	made, err := w.flow.Open(t.Context(), w.key(paid.MemberID), intent.Request{
		Member: paid.MemberID, Order: paid.OrderID, Purpose: repay.ForRepayment, Method: repay.ByBank, Amount: 1_000,
	})
	require.NoError(t, err)
	link, err := w.flow.Link(t.Context(), made.Token)
	require.NoError(t, err)
	require.Equal(t, made.ID, link.ID)
	require.Equal(t, paid.Loan.DueDate, link.DueDate)
	require.Empty(t, link.Token)
	_, err = w.flow.Link(t.Context(), made.Token+"x")
	require.ErrorIs(t, err, reason.New(reason.PayLinkExpired))
	w.clock.Set(made.ExpiresAt.Add(-time.Microsecond))
	_, err = w.flow.Link(t.Context(), made.Token)
	require.NoError(t, err)
	w.clock.Set(made.ExpiresAt)
	_, err = w.flow.Link(t.Context(), made.Token)
	require.ErrorIs(t, err, reason.New(reason.PayLinkExpired))
}
