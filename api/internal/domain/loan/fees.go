package loan

import "github.com/loanmarket/loanmarket/api/internal/base/money"

// MonthDays is the length of a month, in days, for the account management fee.
const MonthDays = 30

// FrontServiceFeeOf returns the fee that is withheld when principal is paid out.
func (t Terms) FrontServiceFeeOf(principal int64) int64 {
	return money.MulBps(principal, t.FrontServiceFeeBps)
}

// ActualReceived returns the amount that is transferred to the borrower.
func (t Terms) ActualReceived(principal int64) int64 {
	return principal - t.FrontServiceFeeOf(principal)
}

// ServiceFeeOf returns the service fee, which is owed from the disbursement on.
func (t Terms) ServiceFeeOf(principal int64) int64 {
	return money.MulBps(principal, t.ServiceFeeBps)
}

// AccountFeeOf returns the account management fee for the given days since the disbursement. Each started month counts. The day of
// the disbursement itself does not start a month.
func (t Terms) AccountFeeOf(principal int64, days int) int64 {
	months := StartedMonths(days)
	return money.Sum(money.Mul(t.AccountFeeFlat, months), money.MulBps(principal, t.AccountFeeBps*months))
}

// StartedMonths returns the number of months of MonthDays that have begun after the given days.
func StartedMonths(days int) int64 {
	if days <= 0 {
		return 0
	}
	return int64((days + MonthDays - 1) / MonthDays)
}

// InterestOf returns the simple interest on a constant principal over the given days, rounded once.
func (t Terms) InterestOf(principal int64, days int) int64 {
	return money.Interest(principal, t.AnnualRateBps, int64(days))
}

// OverdueFeeCap returns the maximum total of a loan's overdue fees.
func (t Terms) OverdueFeeCap(principal int64) int64 {
	return money.MulBps(principal, t.OverdueFeeCapBps)
}

// ExtensionFeeOf returns the fee for moving the due date by ExtensionDays the given number of times at once, for the outstanding principal.
func (t Terms) ExtensionFeeOf(outstanding int64, times int) int64 {
	return money.MulBps(outstanding, t.ExtensionFeeBps*int64(times))
}
