package servicing

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// State is the state of a loan on a day.
type State struct {
	// Owed is the amount that settles the loan, by component.
	Owed repay.Amounts
	// Charged is everything charged so far, without the principal. Repaid is what payments paid of each component.
	Charged repay.Amounts
	Repaid  repay.Amounts
	// Parts is the allocation of each payment. Over is the part of it that nobody owes and that is neither refunded nor
	// being refunded.
	Parts map[uuid.UUID][]repay.Part
	Over  map[uuid.UUID]int64
	// Refunding is the overpayment that is being refunded.
	Refunding int64
	// SettledOn is the value date of the payment after which nothing was owed; the zero date while something is owed.
	SettledOn money.Date
}

// Settled reports whether nothing is owed.
func (s State) Settled() bool { return !s.SettledOn.IsZero() }

// Overpaid returns all overpayments that are still here, including those being refunded. It equals what the journal
// owes the borrower.
func (s State) Overpaid() int64 {
	overpaid := s.Refunding
	for _, over := range s.Over {
		overpaid = money.Sum(overpaid, over)
	}
	return overpaid
}

// Held returns how much of a payment the borrower gets back only after an operator decides. Between two events that is
// the overpaid amount that is not being refunded, without what the payer already has from the bank and must not get
// twice.
func (f Facts) Held(s State, payment uuid.UUID) int64 {
	split, _ := f.Split(payment)
	return max(s.Over[payment]-split.PayerOwes(), 0)
}

// OverpaidHeld returns the sum of Held over all payments of a loan.
func (f Facts) OverpaidHeld(s State) (held int64) {
	for payment := range s.Over {
		held = money.Sum(held, f.Held(s, payment))
	}
	return held
}

// RepaidSince returns how much payments received after a moment have paid of the loan.
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
