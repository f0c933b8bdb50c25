package product

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
)

// Criteria are what decides where a product stands for a viewer: so little of it that all products of a region can be
// placed at once, however many there are. Amounts are minor units.
type Criteria struct {
	ID       uuid.UUID
	Code     string
	Position int
	// Open: neither the product nor its lender is suspended.
	Open            bool
	Currency        money.Currency
	MinAmount       int64
	MaxAmount       int64
	AmountStep      int64
	MinScore        int
	OneStep         bool
	WhiteListedOnly bool
}

// Criteria are those of the current version.
func (p Product) Criteria() Criteria {
	v := p.Current
	return Criteria{
		ID: p.ID, Code: p.Code, Position: p.Position, Open: p.Status == Active && p.Lender.Active,
		Currency: v.Currency, MinAmount: v.MinAmount, MaxAmount: v.MaxAmount, AmountStep: v.AmountStep,
		MinScore: v.MinScore, OneStep: v.OneStep, WhiteListedOnly: v.WhiteListedOnly,
	}
}

// ListCriteria reads those of every product of a region, in the order of the list.
func ListCriteria(region string) postgres.Query[[]Criteria] {
	return postgres.Rows[Criteria]("product: criteria", `
		SELECT p.id, p.code, p.position, p.status = 'active' AND l.active AS open, v.currency, v.min_amount, v.max_amount, v.amount_step,
			v.min_score, v.one_step, v.white_listed_only
		FROM loan_product p JOIN lender l ON l.code = p.lender_code
		JOIN loan_product_version v ON v.product_id = p.id AND v.version = p.version
		WHERE p.region = $1 ORDER BY `+listOrder, region)
}
