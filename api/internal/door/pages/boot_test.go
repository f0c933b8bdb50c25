package pages

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
)

// The calculator of a visitor starts with a product that lends as much as the home page states above it.
func TestCalculatorStartsWithTheFirstProductOfTheHighestAmount(t *testing.T) {
	card := func(most int64, why string) contract.ProductCard {
		return contract.ProductCard{MaxAmount: most, Reason: why}
	}
	list := contract.ProductListData{Groups: []contract.ProductGroup{
		{Products: []contract.ProductCard{card(10, ""), card(20, ""), card(20, "")}},
		{Products: []contract.ProductCard{card(90, "below_score")}},
	}}
	require.Same(t, &list.Groups[0].Products[1], calculatorsProduct(list))
	require.Nil(t, calculatorsProduct(contract.ProductListData{Groups: list.Groups[1:]}))
}
