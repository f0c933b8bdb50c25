package servicing

import (
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/repay"
)

// Lateness returns the timeline entries that are not stored because they follow from the calendar: a due date passed,
// the late fee was charged. state is the loan's state today; zone is the time zone of its region.
func (f Facts) Lateness(state State, today money.Date, zone *time.Location) (lines []loan.TimelineEntry) {
	end := today
	if state.Settled() {
		end = state.SettledOn
	}
	fee := state.Charged[repay.LateFee]
	pass := func(due, until money.Date) {
		if !until.After(due) {
			return
		}
		lines = append(lines, loan.TimelineEntry{Event: loan.WentOverdue, At: due.AddDays(1).In(zone), Date: due})
		if grace := due.AddDays(f.Order.Terms.GraceDays); fee > 0 && until.After(grace) {
			lines = append(lines, loan.TimelineEntry{Event: loan.LateFeeCharged, At: grace.AddDays(1).In(zone), Amount: fee})
			fee = 0
		}
	}
	due := f.Loan.FirstDueDate
	for _, e := range f.EffectiveExtensions() {
		pass(due, e.EffectiveOn)
		due = e.NewDueDate
	}
	pass(due, end)
	return lines
}
