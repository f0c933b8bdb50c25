package product

import (
	"context"
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Market is what the open products of a region offer to everybody. Amounts are minor units; all are 0 while nothing is
// offered.
type Market struct {
	MinAmount, MaxAmount int64
	MinDays, MaxDays     int
}

// MarketOf reads it: suspended products, those of suspended lenders and those for the allow-list alone do not count.
func MarketOf(ctx context.Context, db postgres.DB, region string) (Market, error) {
	var m Market
	err := db.QueryRow(ctx, `
		SELECT coalesce(min(v.min_amount), 0), coalesce(max(v.max_amount), 0),
			coalesce(min((SELECT min(days) FROM unnest(v.terms_days) days)), 0),
			coalesce(max((SELECT max(days) FROM unnest(v.terms_days) days)), 0)
		FROM loan_product p JOIN lender l ON l.code = p.lender_code
		JOIN loan_product_version v ON v.product_id = p.id AND v.version = p.version
		WHERE p.region = $1 AND p.status = 'active' AND l.active AND NOT v.white_listed_only`, region).
		Scan(&m.MinAmount, &m.MaxAmount, &m.MinDays, &m.MaxDays)
	if err != nil {
		return Market{}, fmt.Errorf("product: market: %w", postgres.Reason(err))
	}
	return m, nil
}
