package pay

import (
	"context"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// parts is what the bank took back of a payment in parts.
type parts struct {
	// taken is the amount that is booked in the journal, in minor units. open are the booked reversals without a
	// decision.
	taken int64
	open  []repay.PartialReversal
	// contradicted reports whether an undecided reversal exists that the journal cannot book.
	contradicted bool
}

func partsOf(ctx context.Context, db postgres.DB, payment uuid.UUID) (parts, error) {
	all, err := repay.PartialReversalsOf(payment).Read(ctx, db)
	return partsAmong(all), err
}

func partsAmong(all []repay.PartialReversal) (p parts) {
	for _, r := range all {
		switch {
		case r.Booked:
			p.taken = money.Sum(p.taken, r.Amount)
			if r.Outcome == "" {
				p.open = append(p.open, r)
			}
		case r.Outcome == "":
			p.contradicted = true
		}
	}
	return p
}

// appliedOf returns the total of the partial reversals that the payment's loan owes again.
func appliedOf(all []repay.PartialReversal) (amount int64) {
	for _, r := range all {
		if r.Outcome == repay.ReversalApplied {
			amount = money.Sum(amount, r.Amount)
		}
	}
	return amount
}
