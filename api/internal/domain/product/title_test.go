package product_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
)

func TestEveryGroupHasATitleInEveryLanguage(t *testing.T) {
	t.Parallel()
	require.Len(t, product.Groups, 6)
	for _, g := range product.Groups {
		for _, l := range lang.All {
			require.NotEmpty(t, g.Title(l, false), "group %d in %s", g, l)
			require.Equal(t, g != product.RepayOnTime, g.Title(l, true) == g.Title(l, false), "group %d in %s", g, l)
		}
	}
}
