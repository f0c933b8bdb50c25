package product

import (
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/texts"
)

type groupTitles struct{ OneStep, Available, AppliedFor, RepayOnTime, ImproveCredit, Unavailable string }

var titles = texts.Group[groupTitles]("productGroup")

// Title is the heading of a group in the list.
func (g Group) Title(l lang.Lang) string {
	w := titles.In(l)
	switch g {
	case OneStep:
		return w.OneStep
	case Available:
		return w.Available
	case AppliedFor:
		return w.AppliedFor
	case RepayOnTime:
		return w.RepayOnTime
	case ImproveCredit:
		return w.ImproveCredit
	case Unavailable:
		return w.Unavailable
	default:
		return ""
	}
}
