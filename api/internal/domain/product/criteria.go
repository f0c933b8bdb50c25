package product

import (
	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// Criteria are the few facts that decide where a product stands for a viewer: all products of a region can be placed by them at
// once, however many there are. Amounts are minor units.
type Criteria struct {
	ID       uuid.UUID
	Code     string
	Position int
	// Open: neither the product nor its lender is suspended.
	Open bool
	// Unlawful: it must not be lent as it stands (Lawful). It is closed, and only a borrower with an order on it is shown it.
	Unlawful        bool
	Currency        money.Currency
	MinAmount       int64
	MaxAmount       int64
	AmountStep      int64
	MinScore        int
	OneStep         bool
	WhiteListedOnly bool
	// MaxDebt is what the region lets a borrower owe in all with a loan of this lender's type; 0 sets no bound.
	MaxDebt int64
}

// Criteria are those of the current version, priced by price.
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
