package orders

import (
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
	"github.com/loanmarket/loanmarket/api/internal/flow/books"
)

// withLateness adds to a timeline what nobody does and nothing writes down, because it follows from the calendar: that a
// due date passed, and that the late fee was charged. state is where the loan stands today.
func (d Detail) withLateness(facts books.Facts, state books.State, today money.Date) []loan.TimelineEntry {
	end := today
	if state.Settled() {
		end = state.SettledOn
	}
	add := func(e loan.TimelineEntry, on money.Date) {
		e.At = on.In(d.zone)
		d.Timeline = append(d.Timeline, e)
	}
	feeLeft := state.Charged[repay.LateFee]
	pass := func(due, until money.Date) {
		if !until.After(due) {
			return
		}
		add(loan.TimelineEntry{Event: loan.WentOverdue, Date: due}, due.AddDays(1))
		if after := due.AddDays(facts.Order.Terms.GraceDays); feeLeft > 0 && until.After(after) {
			add(loan.TimelineEntry{Event: loan.LateFeeCharged, Amount: feeLeft}, after.AddDays(1))
			feeLeft = 0
		}
	}
	due := facts.Loan.FirstDueDate
	for _, e := range facts.EffectiveExtensions() {
		pass(due, e.EffectiveOn)
		due = e.NewDueDate
	}
	pass(due, end)
	slices.SortStableFunc(d.Timeline, func(a, b loan.TimelineEntry) int {
		return a.At.Compare(b.At)
	})
	return d.Timeline
}
