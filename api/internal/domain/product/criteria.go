package product

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// Criteria are the facts that decide in which group of a viewer's list a product is. They are small, so that all products of a
// region can be evaluated at once. Amounts are minor units.
type Criteria struct {
	ID       uuid.UUID
	Code     string
	Position int
	// Open reports whether neither the product nor its lender is suspended.
	Open bool
	// Unlawful reports whether the product must not be lent as it is (Lawful). It is then closed, and shown only to borrowers with
	// an order for it.
	Unlawful        bool
	Currency        money.Currency
	MinAmount       int64
	MaxAmount       int64
	AmountStep      int64
	MinScore        int
	OneStep         bool
	WhiteListedOnly bool
	// MaxDebt is the region's limit for a borrower's total debt including a loan of this type of lender. 0 means no limit.
	MaxDebt int64
}

// Criteria returns the criteria of the current version. price computes its APR.
func (p Product) Criteria(price Pricer) Criteria {
	v := p.Current
	c := Criteria{
		ID: p.ID, Code: p.Code, Position: p.Position, Open: p.Status == Active && p.Lender.Active, Unlawful: p.Lawful(price) != nil,
		Currency: v.Currency, MinAmount: v.MinAmount, MaxAmount: v.MaxAmount, AmountStep: v.AmountStep,
		MinScore: v.MinScore, OneStep: v.OneStep, WhiteListedOnly: v.WhiteListedOnly,
	}
	if r := region.Get(p.Region); r != nil {
		c.MaxDebt = r.LoanCapOf(p.Lender.Type).MaxDebt
	}
	return c
}
