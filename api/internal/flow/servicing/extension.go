package servicing

import (
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// ExtensionOption is one way to move the due date, with what it costs. Amounts are minor units, rates basis points.
type ExtensionOption struct {
	// Times is how many of the extensions that the contract allows it uses, Days how many days it buys.
	Times int
	Days  int
	Fee   int64
	// NewDueDate may be later than the days say, off a holiday.
	OldDueDate money.Date
	NewDueDate money.Date
	// MoreInterest and MoreAccountFee are what the added days cost beside the fee.
	MoreInterest   int64
	MoreAccountFee int64
	// TotalAtDue is what settles the loan on the new due date when nothing is paid before, the fee included.
	TotalAtDue int64
	// APRBps and EffectiveAPRBps are those of the whole loan with everything paid and still to pay.
	APRBps          int64
	EffectiveAPRBps int64
}

// Extendable are the ways in which the due date can be moved on a day, with what they cost, the shortest first.
// reason.LoanSettled, reason.ExtensionUsedUp, reason.ExtensionTooLate or reason.ExtensionUnavailable when there is none.
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

// CanExtend reports whether the due date can be moved on a day, where the replay says that the loan stands: Extendable has
// a choice. It prices none, which is dear.
func (f Facts) CanExtend(r *region.Region, today money.Date, stands State) bool {
	_, err := f.extensions(r, today, stands)
	return err == nil
}

// extensions are the choices of Extendable with fee and days.
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

// price fills in what a choice comes to.
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

// with are the facts with one extension more.
func (f Facts) with(e loan.Extension) Facts {
	f.Extensions = append(slices.Clone(f.Extensions), e)
	return f
}

// Extended are the facts after an extension that came into force.
func (f Facts) Extended(e loan.Extension) Facts {
	f = f.with(e)
	f.Loan.DueDate = e.NewDueDate
	return f
}

// LastPayment is the number of the loan's last payment; 0 for none.
func (f Facts) LastPayment() int { return len(f.Splits) }

// NextExtension is the number of the next extension.
func (f Facts) NextExtension() int { return len(f.Extensions) + 1 }

// TimesExtended is how many of the allowed extensions are used: one of twice the days uses two.
func (f Facts) TimesExtended() int {
	used := 0
	for _, e := range f.EffectiveExtensions() {
		used += e.Days / max(f.Order.Terms.ExtensionDays, 1)
	}
	return used
}

// EffectiveExtensions are the extensions that count: all but those whose payment the bank took back, be it a part of it:
// it was the fee to the unit.
func (f Facts) EffectiveExtensions() []loan.Extension {
	return slices.DeleteFunc(slices.Clone(f.Extensions), func(e loan.Extension) bool {
		return e.Paid() && slices.ContainsFunc(f.Splits, func(s repay.Split) bool {
			return s.PaymentID == *e.PaymentID && !s.Intact()
		})
	})
}

// PaidBy is the extension whose fee a payment paid, or nil.
func (f Facts) PaidBy(s repay.Split) *loan.Extension {
	for i, e := range f.Extensions {
		if e.Paid() && *e.PaymentID == s.PaymentID {
			return &f.Extensions[i]
		}
	}
	return nil
}

// Undo works the due dates out again after the splits say that the payment of an extension was taken back: those that
// still count follow each other from the first due date on, each off the holidays of the region. One before which nothing
// changed keeps its date: it was agreed to by the calendar of its day.
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
