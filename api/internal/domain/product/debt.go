package product

import (
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// OverDebt refuses a loan of an amount by a type of lender to somebody who has a debt already, where the two together are
// more than the region allows: reason.DebtLimit. Amounts are minor units of principal.
func OverDebt(r *region.Region, lenderType string, debt, amount int64) error {
	if most := r.LoanCapOf(lenderType).MaxDebt; most > 0 && money.Sum(debt, amount) > most {
		return debtLimit(most, r.Currency)
	}
	return nil
}

func debtLimit(most int64, c money.Currency) *reason.Error {
	return reason.New(reason.DebtLimit, "amount", money.Of(most, c))
}
