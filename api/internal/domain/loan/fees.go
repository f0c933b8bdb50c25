package loan

import "github.com/loanmarket/loanmarket/api/internal/base/money"

// MonthDays is the length of the month by which the account management fee is counted.
const MonthDays = 30

// FrontServiceFeeOf is what is withheld when principal is paid out.
func (t Terms) FrontServiceFeeOf(principal int64) int64 {
	return money.MulBps(principal, t.FrontServiceFeeBps)
}

// ActualReceived is what reaches the borrower's account.
func (t Terms) ActualReceived(principal int64) int64 {
	return principal - t.FrontServiceFeeOf(principal)
}

// ServiceFeeOf is owed from the payout on.
func (t Terms) ServiceFeeOf(principal int64) int64 {
	return money.MulBps(principal, t.ServiceFeeBps)
}

// AccountFeeOf is the account management fee for days since the payout: each started month counts, the day of the
// payout itself does not start one.
func (t Terms) AccountFeeOf(principal int64, days int) int64 {
	months := StartedMonths(days)
	return money.Sum(money.Mul(t.AccountFeeFlat, months), money.MulBps(principal, t.AccountFeeBps*months))
}

// StartedMonths is the number of months of MonthDays that have begun after days.
func StartedMonths(days int) int64 {
	if days <= 0 {
		return 0
	}
	return int64((days + MonthDays - 1) / MonthDays)
}

// InterestOf is the simple interest on an unchanged principal over days, rounded once.
func (t Terms) InterestOf(principal int64, days int) int64 {
	return money.Interest(principal, t.AnnualRateBps, int64(days))
}

// OverdueFeeCap is the most that the overdue fee of a loan may ever be.
func (t Terms) OverdueFeeCap(principal int64) int64 {
	return money.MulBps(principal, t.OverdueFeeCapBps)
}

// ExtensionFeeOf is the price of moving the due date by ExtensionDays a number of times at once, on the principal that is
// outstanding.
func (t Terms) ExtensionFeeOf(outstanding int64, times int) int64 {
	return money.MulBps(outstanding, t.ExtensionFeeBps*int64(times))
}
