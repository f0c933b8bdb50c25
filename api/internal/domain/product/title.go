package product

import (
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
)

type groupTitles struct{ OneStep, Available, AppliedFor, RepayOnTime, RepayOverdue, ImproveCredit, Unavailable string }

var titles = texts.Group[groupTitles]("productGroup")

// Title returns the heading of a group in the list. overdue selects another heading for RepayOnTime, because an overdue borrower
// can no longer repay on time.
func (g Group) Title(l lang.Lang, overdue bool) string {
	w := titles.In(l)
	switch g {
	case OneStep:
		return w.OneStep
	case Available:
		return w.Available
	case AppliedFor:
		return w.AppliedFor
	case RepayOnTime:
		if overdue {
			return w.RepayOverdue
		}
		return w.RepayOnTime
	case ImproveCredit:
		return w.ImproveCredit
	case Unavailable:
		return w.Unavailable
	default:
		return ""
	}
}
