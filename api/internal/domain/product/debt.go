package product

import (
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// OverDebt returns reason.DebtLimit if an existing debt plus a loan of amount exceeds the debt limit of the region for this type
// of lender. debt and amount are principal in minor units.
func OverDebt(r *region.Region, lenderType string, debt, amount int64) error {
	if most := r.LoanCapOf(lenderType).MaxDebt; most > 0 && money.Sum(debt, amount) > most {
		return debtLimit(most, r.Currency)
	}
	return nil
}

func debtLimit(most int64, c money.Currency) *reason.Error {
	return reason.New(reason.DebtLimit, "amount", money.Of(most, c))
}
