package product

import (
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// restDays is more than a due date is ever moved off days on which banks rest, by itself and by one extension; each further
// one may fall on as many.
const restDays = 14

// chargesWithinCap is what a loan of the smallest amount can be charged of what shares a cap with the overdue fee, in
// basis points of principal and rounded up: the late fee, which falls due once, and every other charge where the cap is
// one of all charges.
func chargesWithinCap(v Version, penalty region.LatePenalty) int64 {
	if v.MinAmount <= 0 {
		return 0
	}
	sum := bpsOfPrincipal(v.LateFee, v.MinAmount)
	if !penalty.AllCharges || len(v.TermsDays) == 0 {
		return sum
	}
	days := int64(slices.Max(v.TermsDays) + v.ExtensionMax*v.ExtensionDays + max(1, v.ExtensionMax)*restDays)
	return money.Sum(sum, v.FrontServiceFeeBps, v.ServiceFeeBps, money.Mul(v.ExtensionFeeBps, int64(v.ExtensionMax)),
		divideUp(money.Mul(v.AnnualRateBps, days), money.YearDays),
		money.Mul(money.Sum(v.AccountFeeBps, bpsOfPrincipal(v.AccountFeeFlat, v.MinAmount)), divideUp(days, monthDays)))
}

// monthDays is the month by which the account fee is counted.
const monthDays = 30

// bpsOfPrincipal is an amount in basis points of a principal; what is more than twice the principal counts as that.
func bpsOfPrincipal(amount, principal int64) int64 {
	return divideUp(money.Mul(min(amount, 2*principal), 10_000), principal)
}

// divideUp divides and rounds up.
func divideUp(a, b int64) int64 { return (a + b - 1) / b }

// lateCap is the most that the overdue fee may come to under a region's cap, in basis points of principal.
func lateCap(v Version, penalty region.LatePenalty) int64 {
	return max(0, penalty.OfPrincipalBps-chargesWithinCap(v, penalty))
}
