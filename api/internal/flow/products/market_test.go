package products

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
)

// spec: 9.landing, 1.landing-claims
func TestAdvertisedFiguresStayWithinTheMarket(t *testing.T) {
	t.Parallel()
	claimed := region.Landing{Amount: region.AmountRange{Min: 2_000_000, Max: 15_000_000}, MinDays: 91, MaxDays: 180}
	const most = 20_000_000
	for name, c := range map[string]struct {
		market   product.Market
		amount   region.AmountRange
		min, max int
	}{
		"a wider market changes nothing":                  {product.Market{MinAmount: 1_000_000, MaxAmount: 20_000_000, MinDays: 30, MaxDays: 360}, claimed.Amount, 91, 180},
		"a narrower market cuts both ends":                {product.Market{MinAmount: 3_000_000, MaxAmount: 8_000_000, MinDays: 120, MaxDays: 150}, region.AmountRange{Min: 3_000_000, Max: 8_000_000}, 120, 150},
		"a market outside the claimed range replaces it":  {product.Market{MinAmount: 200_000, MaxAmount: 500_000, MinDays: 91, MaxDays: 180}, region.AmountRange{Min: 200_000, Max: 500_000}, 91, 180},
		"the amount is capped at the maximum of the list": {product.Market{MinAmount: 16_000_000, MaxAmount: 90_000_000, MinDays: 91, MaxDays: 180}, region.AmountRange{Min: 16_000_000, Max: most}, 91, 180},
	} {
		got := cut(claimed, c.market, most)
		require.Equal(t, c.amount, got.Amount, name)
		require.Equal(t, []int{c.min, c.max}, []int{got.MinDays, got.MaxDays}, name)
	}
}
