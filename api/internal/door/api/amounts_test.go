package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/test/apptest"
)

// The region lists 2,000,000 to 10,000,000 for the white list and up to 20,000,000 for everybody else. The list, the
// product page and the application enforce this.
//
// spec: 6.white-list, 9.amounts-other, 3.region-product-list, 5.amount-range
func TestAmountBoundsForWhiteListedAndOtherBorrowers(t *testing.T) {
	t.Parallel()
	m := newMarket(t)
	others, listed := m.borrower(t), m.borrower(t)
	_, err := m.Pool.Exec(t.Context(), `UPDATE member SET white_listed = true WHERE id = $1`, listed.MemberID)
	require.NoError(t, err)
	for _, who := range []struct {
		c      *apptest.Client
		most   int64
		middle int64
	}{{others, 15_000_000, 8_500_000}, {listed, 10_000_000, 6_000_000}} {
		var list contract.ProductListData
		who.c.OK(t, "loanList", body{}, &list)
		card := list.Groups[0].Products[0]
		require.Equal(t, int64(2_000_000), card.MinAmount)
		require.Equal(t, who.most, card.MaxAmount)
		var detail contract.ProductDetailData
		who.c.OK(t, "loanDetail", body{"loanId": m.product.ID}, &detail)
		require.Equal(t, who.most, detail.Product.MaxAmount)
		require.Equal(t, who.middle, detail.Quote.Amount, "the detail includes the quote for the slider's initial amount")
	}
	refused := listed.Refused(t, reason.AmountOutOfBounds, "loanApply", m.application(t, listed, 10_500_000, 91))
	require.Contains(t, refused.Msg, "10.000.000")
	m.await(t, listed, m.apply(t, listed, 10_000_000, 91), loan.ToConfirm)
	m.await(t, others, m.apply(t, others, 10_500_000, 91), loan.ToConfirm)
}
