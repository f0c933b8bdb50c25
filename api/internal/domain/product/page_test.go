package product_test

import (
	"encoding/base64"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
)

// placed returns products in the operator's order, with mixed groups and pairs of equal positions.
func placed() (all []product.Placed) {
	for i, group := range []product.Group{product.Unavailable, product.Available, product.Available, product.OneStep, product.Unavailable} {
		all = append(all, product.Placed{
			Criteria: product.Criteria{Code: fmt.Sprintf("p.%d", i), Position: i / 2}, Eligibility: product.Eligibility{Group: group},
		})
	}
	return all
}

func TestPagesContinueAfterThePreviousOne(t *testing.T) {
	t.Parallel()
	whole := []string{"p.3", "p.1", "p.2", "p.0", "p.4"}
	for limit := 1; limit <= 6; limit++ {
		var codes []string
		cursor, pages := "", 0
		for {
			page, next, err := product.Page(placed(), cursor, limit)
			require.NoError(t, err)
			require.LessOrEqual(t, len(page), limit)
			for _, p := range page {
				codes = append(codes, p.Code)
			}
			pages++
			if cursor = next; cursor == "" {
				break
			}
		}
		require.Equal(t, whole, codes, "page size %d", limit)
		require.Equal(t, (len(whole)+limit-1)/limit, pages, "page size %d: no page is empty", limit)
	}
}

// Between two pages an order may move a product to another group, and an operator may add a product.
func TestPageContinuesAfterTheListHasChanged(t *testing.T) {
	t.Parallel()
	_, cursor, err := product.Page(placed(), "", 2)
	require.NoError(t, err)
	all := placed()
	all[1].Group = product.AppliedFor
	page, next, err := product.Page(all, cursor, 9)
	require.NoError(t, err)
	require.Empty(t, next)
	var codes []string
	for _, p := range page {
		codes = append(codes, p.Code)
	}
	require.Equal(t, []string{"p.2", "p.1", "p.0", "p.4"}, codes)
}

func TestInvalidCursorIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"?", "x", base64.RawURLEncoding.EncodeToString([]byte("1.2")), base64.RawURLEncoding.EncodeToString([]byte("a.2.c"))} {
		_, _, err := product.Page(placed(), text, 2)
		require.Equal(t, reason.InvalidParameter, reason.Of(err), text)
	}
}
