package seed_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/clock"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/devstack/seed"
	"github.com/loanmarket/loanmarket/api/internal/domain/credit"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/borrower"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
	"github.com/loanmarket/loanmarket/api/internal/flow/products"
	"github.com/loanmarket/loanmarket/api/internal/test/postgrestest"
)

// In every region, the range of a borrower is that of the product, capped at the maximum of their list, and begins at the
// minimum of the product: nobody has to borrow the minimum of the list.
//
// spec: 6.white-list, 9.amounts-other, 9.amounts-gh, 5.amount-range
func TestBorrowerRangeIsProductRangeCappedByList(t *testing.T) {
	t.Parallel()
	pool := postgrestest.New(t)
	for _, code := range region.Codes() {
		require.NoError(t, seed.Seed(t.Context(), seed.Deps{Pool: pool, Region: code, Now: now}), code)
		r := region.Get(code)
		for listed, list := range map[bool]region.AmountRange{true: r.ProductList.White, false: r.ProductList.NonWhite} {
			who := borrower.Borrower{ID: uuid.New(), Region: r, WhiteListed: listed}
			// Only the lists limit the borrower.
			_, err := pool.Exec(t.Context(), `
				INSERT INTO member (id, region, phone, phone_hash, lang, white_listed, created_at) VALUES ($1, $2, '1', $3, 'vi', $4, $5)`,
				who.ID, code, who.ID[:], listed, now)
			require.NoError(t, err)
			_, err = pool.Exec(t.Context(), `
				INSERT INTO credit_profile (member_id, currency, credit_limit, score) VALUES ($1, $2, $3, $4)`,
				who.ID, r.Currency, credit.MaxLimit, credit.MaxScore)
			require.NoError(t, err)
			page, err := products.New(pool, clock.Wall{}).List(t.Context(), who, "", 0)
			require.NoError(t, err)
			open := 0
			for _, p := range page.Products {
				v, eligibility := p.Product.Current, p.Eligibility
				if eligibility.Group != product.Available && eligibility.Group != product.OneStep {
					require.True(t, eligibility.Why != nil, "%s must have a reason", p.Product.Code)
					continue
				}
				open++
				require.Equal(t, v.OnStep(min(v.MaxAmount, list.Max)), eligibility.MaxAmount, "%s, white list %v", p.Product.Code, listed)
				require.LessOrEqual(t, eligibility.MaxAmount, list.Max)
				require.LessOrEqual(t, v.MinAmount, eligibility.MaxAmount)
				require.NoError(t, pricing.Bounds(v, v.MinAmount, v.TermsDays[0]), "the minimum loan of the product must be allowed")
			}
			require.Positive(t, open, "%s, white list %v", code, listed)
		}
	}
}
