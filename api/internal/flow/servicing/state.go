package servicing

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// State is where a loan stands on a day.
type State struct {
	// Owed is what settles the loan, by component.
	Owed repay.Amounts
	// Charged is everything charged so far, without the principal; Repaid is what payments paid of each component.
	Charged repay.Amounts
	Repaid  repay.Amounts
	// Parts is where each payment went; Over is what of it nobody owes and nobody has sent back yet.
	Parts map[uuid.UUID][]repay.Part
	Over  map[uuid.UUID]int64
	// Refunding is overpayment on its way back.
	Refunding int64
	// SettledOn is the value date of the payment that left nothing owed; no date while something is.
	SettledOn money.Date
}

// Settled reports whether nothing is owed.
func (s State) Settled() bool { return !s.SettledOn.IsZero() }

// Overpaid is what is too much here, of what nobody owes: what the journal says is owed to the borrower.
func (s State) Overpaid() int64 {
	overpaid := s.Refunding
	for _, over := range s.Over {
		overpaid = money.Sum(overpaid, over)
	}
	return overpaid
}

// Held is what of a payment the borrower gets back only when a person says so: between two events that is what of it is too much and
// not on its way, but for what its payer has from the bank already and nobody gets twice.
func (f Facts) Held(s State, payment uuid.UUID) int64 {
	split, _ := f.Split(payment)
	return max(s.Over[payment]-split.PayerOwes(), 0)
}

// OverpaidHeld is what of all payments of a loan is Held.
func (f Facts) OverpaidHeld(s State) (held int64) {
	for payment := range s.Over {
		held = money.Sum(held, f.Held(s, payment))
	}
	return held
}

// RepaidSince is what payments that were received after a moment have paid of the loan.
func (f Facts) RepaidSince(at time.Time, s State) (repaid int64) {
	for _, split := range f.Splits {
		if !split.ReceivedAt.After(at) {
			continue
		}
		for _, part := range s.Parts[split.PaymentID] {
			if part.Component != repay.Overpayment {
				repaid = money.Sum(repaid, part.Amount)
			}
		}
	}
	return repaid
}
