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

// KnownDates are the business dates on which the facts became known: a bank reports a payment after its value date, and
// may take it back weeks later, as a whole or in parts. It may also take days until a payout is known to have succeeded
// (PaidOut).
type KnownDates struct {
	PaidOut  money.Date
	Payments ledger.PaymentDates
	Parts    []PartDate
	Refunds  []RefundDates
}

// PartDate is the day on which an operator decided that a loan owes a part of a payment again that the bank had taken
// back.
type PartDate struct {
	PaymentID uuid.UUID
	Amount    int64
	On        money.Date
}

// RefundDates is the time during which a refund kept a part of a payment from paying debt.
type RefundDates struct {
	PaymentID uuid.UUID
	Amount    int64
	From      money.Date
	// Failed is the day on which the refund failed or came back; the zero date if neither.
	Failed money.Date
}

// DayInterest is the interest that a loan earned with a value date, in minor units. Accrued follows from what was known
// when the day began; Corrected is the correction from what became known on the day. Their sum over all days is the
// interest charged to the loan.
type DayInterest struct {
	On        money.Date
	Accrued   int64
	Corrected int64
}

// InterestByDay returns what posting the loan's interest every night would have written into the journal, from one
// value date to another, both included. Days without interest are left out.
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

// interest returns the interest charged up to a day.
func (r *replay) interest(asOf money.Date) int64 {
	if r.facts.Loan.Returned() {
		return 0
	}
	return accrual.Cumulative(r.contract, r.history, asOf).Interest
}

// learned returns the days on which something became known, in ascending order.
func (f Facts) learned(k KnownDates) []money.Date {
	days := []money.Date{k.PaidOut}
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

// knownOn returns the facts as they were known at the end of a day. If an extension has been undone since, the due
// dates are those with the extension.
func (f Facts) knownOn(r *region.Region, k KnownDates, on money.Date) Facts {
	f.Splits = slices.DeleteFunc(slices.Clone(f.Splits), func(s repay.Split) bool { return k.Payments.Posted[s.PaymentID].After(on) })
	if f.Loan.ReturnedOn.After(on) {
		f.Loan.ReturnedOn = money.Date{}
	}
	if k.PaidOut.After(on) {
		f.Loan.Principal = 0
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

// takenAfter returns how much of a payment was taken back in parts after a day.
func (k KnownDates) takenAfter(payment uuid.UUID, on money.Date) (sum int64) {
	for _, part := range k.Parts {
		if part.PaymentID == payment && part.On.After(on) {
			sum = money.Sum(sum, part.Amount)
		}
	}
	return sum
}

// refunding returns how much of a payment was being refunded or had been refunded at the end of a day.
func (k KnownDates) refunding(payment uuid.UUID, on money.Date) (sum int64) {
	for _, r := range k.Refunds {
		if r.PaymentID == payment && !r.From.After(on) && (r.Failed.IsZero() || r.Failed.After(on)) {
			sum = money.Sum(sum, r.Amount)
		}
	}
	return sum
}
