package product

import "github.com/loanmarket/loanmarket/api/internal/base/postgres"

// Market is what the open products of a region offer to everybody. Amounts are minor units; all are 0 while nothing is
// offered.
type Market struct {
	MinAmount, MaxAmount int64
	MinDays, MaxDays     int
}

// MarketOf reads it: suspended products, those of suspended lenders and those for the allow-list alone do not count.
func MarketOf(region string) postgres.Query[Market] {
	return postgres.Then(postgres.Row[Market]("product: market", `
		SELECT coalesce(min(v.min_amount), 0) AS min_amount, coalesce(max(v.max_amount), 0) AS max_amount,
			coalesce(min((SELECT min(days) FROM unnest(v.terms_days) days)), 0) AS min_days,
			coalesce(max((SELECT max(days) FROM unnest(v.terms_days) days)), 0) AS max_days
		FROM loan_product p JOIN lender l ON l.code = p.lender_code
		JOIN loan_product_version v ON v.product_id = p.id AND v.version = p.version
		WHERE p.region = $1 AND p.status = 'active' AND l.active AND NOT v.white_listed_only`, region),
		func(row *Market) (Market, error) { return *row, nil })
}
