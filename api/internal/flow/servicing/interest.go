package servicing

import (
	"slices"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/ledger"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/accrual"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// KnownDates are when what the facts say became known, in business dates: a bank reports a payment after its value date,
// and takes one back weeks later, as a whole or in parts.
type KnownDates struct {
	Payments ledger.PaymentDates
	Parts    []PartDate
	Refunds  []RefundDates
}

// PartDate is when a loan began to owe a part of a payment again that the bank had taken back: a person said so.
type PartDate struct {
	PaymentID uuid.UUID
	Amount    int64
	On        money.Date
}

// RefundDates is how long a refund kept a part of a payment from paying anything.
type RefundDates struct {
	PaymentID uuid.UUID
	Amount    int64
	From      money.Date
	// Failed is the day on which it failed, or came back; no date while it has not.
	Failed money.Date
}

// DayInterest is what a loan earned with a value date, in minor units: what accrued by what was known when the day
// began, and what was corrected on the day by what became known on it. Together, over all days, they are the interest
// that the loan was charged.
type DayInterest struct {
	On        money.Date
	Accrued   int64
	Corrected int64
}

// InterestByDay is what posting the interest of a loan every night would have written into the journal, from one value
// date up to another. Days on which nothing was earned are left out.
func (f Facts) InterestByDay(r *region.Region, k KnownDates, from, to money.Date) []DayInterest {
	if from.Before(f.Loan.DisbursedOn) {
		from = f.Loan.DisbursedOn
	}
	var days []DayInterest
	learned := f.learned(k)
	known := f.knownOn(r, k, from.AddDays(-1)).replay()
	yesterday := known.interest(from.AddDays(-1))
	for on := from; !on.After(to); on = on.AddDays(1) {
		day := DayInterest{On: on, Accrued: known.interest(on) - yesterday}
		yesterday += day.Accrued
		if _, some := slices.BinarySearchFunc(learned, on, money.Date.Compare); some {
			known = f.knownOn(r, k, on).replay()
			day.Corrected = known.interest(on) - yesterday
			yesterday += day.Corrected
		}
		if day.Accrued != 0 || day.Corrected != 0 {
			days = append(days, day)
		}
	}
	return days
}

// interest is the interest charged up to a day.
func (r *replay) interest(asOf money.Date) int64 {
	if r.facts.Loan.Returned() {
		return 0
	}
	return accrual.Cumulative(r.contract, r.history, asOf).Interest
}

// learned are the days on which something became known, in their order.
func (f Facts) learned(k KnownDates) []money.Date {
	var days []money.Date
	for _, s := range f.Splits {
		days = append(days, k.Payments.Posted[s.PaymentID])
		if on, whole := k.Payments.Reversed[s.PaymentID]; whole {
			days = append(days, on)
		}
	}
	for _, part := range k.Parts {
		days = append(days, part.On)
	}
	for _, r := range k.Refunds {
		days = append(days, r.From)
		if !r.Failed.IsZero() {
			days = append(days, r.Failed)
		}
	}
	for _, e := range f.Extensions {
		if !e.Paid() {
			days = append(days, e.EffectiveOn)
		}
	}
	if f.Loan.Returned() {
		days = append(days, f.Loan.ReturnedOn)
	}
	slices.SortFunc(days, money.Date.Compare)
	return slices.Compact(days)
}

// knownOn are the facts as they were known at the end of a day. Where an extension has been undone since, the due dates
// are worked out as they were with it.
func (f Facts) knownOn(r *region.Region, k KnownDates, on money.Date) Facts {
	f.Splits = slices.DeleteFunc(slices.Clone(f.Splits), func(s repay.Split) bool { return k.Payments.Posted[s.PaymentID].After(on) })
	if f.Loan.ReturnedOn.After(on) {
		f.Loan.ReturnedOn = money.Date{}
	}
	undone := false
	for i := range f.Splits {
		s := &f.Splits[i]
		intact := s.Intact()
		if later := k.takenAfter(s.PaymentID, on); later > 0 || k.Payments.Reversed[s.PaymentID].After(on) {
			s.State = repay.Posted
			s.OwedAgain -= later
		}
		undone = undone || (!intact && s.Intact() && f.PaidBy(*s) != nil)
		s.Refunding, s.Refunded = k.refunding(s.PaymentID, on), 0
	}
	f.Extensions = slices.DeleteFunc(slices.Clone(f.Extensions), func(e loan.Extension) bool {
		if e.Paid() {
			return k.Payments.Posted[*e.PaymentID].After(on)
		}
		return e.EffectiveOn.After(on)
	})
	if undone {
		f, _ = f.Undo(r)
	}
	return f
}

// takenAfter is what of a payment was taken back in parts after a day.
func (k KnownDates) takenAfter(payment uuid.UUID, on money.Date) (sum int64) {
	for _, part := range k.Parts {
		if part.PaymentID == payment && part.On.After(on) {
			sum = money.Sum(sum, part.Amount)
		}
	}
	return sum
}

// refunding is what of a payment was on its way back, or had gone, at the end of a day.
func (k KnownDates) refunding(payment uuid.UUID, on money.Date) (sum int64) {
	for _, r := range k.Refunds {
		if r.PaymentID == payment && !r.From.After(on) && (r.Failed.IsZero() || r.Failed.After(on)) {
			sum = money.Sum(sum, r.Amount)
		}
	}
	return sum
}
