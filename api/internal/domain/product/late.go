package product

import (
	"slices"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// restDays is more days than bank holidays ever move a due date, including one extension. Each further extension can add as many.
const restDays = 14

// chargesWithinCap returns the charges of a loan of the smallest amount that share a cap with the overdue fee, in basis points of
// principal and rounded up: the late fee, which is charged once, and all other charges if the cap covers all charges.
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

// monthDays is the length of a month, in days, for the account fee.
const monthDays = 30

// bpsOfPrincipal returns an amount in basis points of a principal. An amount above twice the principal counts as twice the principal.
func bpsOfPrincipal(amount, principal int64) int64 {
	return divideUp(money.Mul(min(amount, 2*principal), 10_000), principal)
}

// divideUp divides and rounds up. Both numbers are positive.
func divideUp(a, b int64) int64 { return (a + b - 1) / b }

// lateCap returns the maximum total of overdue fees under a region's cap, in basis points of principal.
func lateCap(v Version, penalty region.LatePenalty) int64 {
	return max(0, penalty.OfPrincipalBps-chargesWithinCap(v, penalty))
}
