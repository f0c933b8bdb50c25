package servicing

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// ExtensionOption is one way to move the due date, with its cost. Amounts are in minor units, rates in basis points.
type ExtensionOption struct {
	// Times is how many of the contract's extensions it uses. Days is how many days it adds.
	Times int
	Days  int
	Fee   int64
	// NewDueDate may be later than Days says, to avoid a holiday.
	OldDueDate money.Date
	NewDueDate money.Date
	// MoreInterest and MoreAccountFee are the cost of the added days besides the fee.
	MoreInterest   int64
	MoreAccountFee int64
	// TotalAtDue is the amount that settles the loan on the new due date if nothing is paid before, including the fee.
	TotalAtDue int64
	// APRBps and EffectiveAPRBps are the rates of the whole loan, over everything paid and still to be paid.
	APRBps          int64
	EffectiveAPRBps int64
}

// Digest identifies all figures of the option. It changes with any of them, for example when a night of late charges
// raises the total.
func (c ExtensionOption) Digest() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%+v", c))
	return hex.EncodeToString(sum[:16])
}

// Extendable returns the options to move the due date on a day, with their cost, the shortest first. If there is none
// it returns reason.LoanSettled, reason.ExtensionUsedUp, reason.ExtensionTooLate or reason.ExtensionUnavailable.
func (f Facts) Extendable(r *region.Region, today money.Date) ([]ExtensionOption, error) {
	choices, err := f.extensions(r, today, f.Replay(today))
	if err != nil {
		return nil, err
	}
	for i := range choices {
		if err := f.price(&choices[i], today); err != nil {
			return nil, err
		}
	}
	return choices, nil
}

// CanExtend reports whether the due date can be moved on a day, for the given replayed state. Unlike Extendable it does
// not compute the prices, because that is expensive.
func (f Facts) CanExtend(r *region.Region, today money.Date, stands State) bool {
	_, err := f.extensions(r, today, stands)
	return err == nil
}

// extensions returns the options of Extendable with only fee, days and dates.
func (f Facts) extensions(r *region.Region, today money.Date, state State) ([]ExtensionOption, error) {
	terms := f.Order.Terms
	outstanding := state.Owed[repay.Principal]
	due := f.Loan.DueDate
	left := terms.ExtensionMax - f.TimesExtended()
	switch {
	case state.Settled():
		return nil, reason.New(reason.LoanSettled)
	case terms.ExtensionMax == 0 || terms.ExtensionDays == 0 || outstanding <= 0:
		return nil, reason.New(reason.ExtensionUnavailable)
	case left <= 0:
		return nil, reason.New(reason.ExtensionUsedUp)
	case today.DaysSince(due) > terms.ExtensionOverdueDays:
		return nil, reason.New(reason.ExtensionTooLate)
	}
	var choices []ExtensionOption
	for times := 1; times <= left; times++ {
		days := times * terms.ExtensionDays
		c := ExtensionOption{
			Times: times, Days: days, Fee: terms.ExtensionFeeOf(outstanding, times),
			OldDueDate: due, NewDueDate: r.NextWorkingDay(due.AddDays(days)),
		}
		if c.NewDueDate.After(today) {
			choices = append(choices, c)
		}
	}
	if len(choices) == 0 {
		return nil, reason.New(reason.ExtensionTooLate)
	}
	return choices, nil
}

// price fills in the remaining cost of an option.
func (f Facts) price(c *ExtensionOption, today money.Date) error {
	until := c.OldDueDate
	if today.After(until) {
		until = today
	}
	before, after := f.Replay(until), f.with(loan.Extension{EffectiveOn: today, OldDueDate: c.OldDueDate, NewDueDate: c.NewDueDate, Fee: c.Fee, AfterPayment: f.LastPayment()}).Replay(c.NewDueDate)
	c.MoreInterest = after.Charged[repay.Interest] - before.Charged[repay.Interest]
	c.MoreAccountFee = after.Charged[repay.AccountFee] - before.Charged[repay.AccountFee]
	c.TotalAtDue = after.Owed.Total()
	paid, days := money.Sum(after.Repaid.Total(), c.TotalAtDue), int64(c.NewDueDate.DaysSince(f.Loan.DisbursedOn))
	var err error
	if c.APRBps, err = money.NominalAPRBps(f.Loan.ActualReceived, paid, days); err != nil {
		return err
	}
	c.EffectiveAPRBps, err = money.EffectiveAPRBps(f.Loan.ActualReceived, paid, days)
	return err
}

// with returns the facts with one more extension.
func (f Facts) with(e loan.Extension) Facts {
	f.Extensions = append(slices.Clone(f.Extensions), e)
	return f
}

// Extended returns the facts after an extension took effect.
func (f Facts) Extended(e loan.Extension) Facts {
	f = f.with(e)
	f.Loan.DueDate = e.NewDueDate
	return f
}

// LastPayment returns the number of the loan's last payment; 0 if there is none.
func (f Facts) LastPayment() int { return len(f.Splits) }

// NextExtension returns the number of the next extension.
func (f Facts) NextExtension() int { return len(f.Extensions) + 1 }

// TimesExtended returns how many of the allowed extensions are used. An extension of twice the days uses two.
func (f Facts) TimesExtended() int {
	used := 0
	for _, e := range f.EffectiveExtensions() {
		used += e.Days / max(f.Order.Terms.ExtensionDays, 1)
	}
	return used
}

// EffectiveExtensions returns all extensions except those whose payment the bank took back, even in part: the payment
// was exactly the fee.
func (f Facts) EffectiveExtensions() []loan.Extension {
	return slices.DeleteFunc(slices.Clone(f.Extensions), func(e loan.Extension) bool {
		return e.Paid() && slices.ContainsFunc(f.Splits, func(s repay.Split) bool {
			return s.PaymentID == *e.PaymentID && !s.Intact()
		})
	})
}

// PaidBy returns the extension whose fee a payment paid, or nil.
func (f Facts) PaidBy(s repay.Split) *loan.Extension {
	for i, e := range f.Extensions {
		if e.Paid() && *e.PaymentID == s.PaymentID {
			return &f.Extensions[i]
		}
	}
	return nil
}

// Undo recomputes the due dates after the splits say that the payment of an extension was taken back. The remaining
// extensions follow each other from the first due date, each moved off the region's holidays. An extension whose old
// due date is unchanged keeps its new due date, because it was agreed to by the calendar of that day.
func (f Facts) Undo(r *region.Region) (after Facts, stand []loan.Extension) {
	due := f.Loan.FirstDueDate
	stand = f.EffectiveExtensions()
	for i := range stand {
		if stand[i].OldDueDate != due {
			stand[i].OldDueDate, stand[i].NewDueDate = due, r.NextWorkingDay(due.AddDays(stand[i].Days))
		}
		due = stand[i].NewDueDate
	}
	f.Extensions = slices.Clone(f.Extensions)
	for i := range f.Extensions {
		for _, e := range stand {
			if e.Seq == f.Extensions[i].Seq {
				f.Extensions[i] = e
			}
		}
	}
	f.Loan.DueDate = due
	return f, stand
}
