// Package loan holds orders (the application and its later life) and loans (the repayment after the disbursement): the frozen
// terms, all fees, the quote, the state machine and the SQL of their tables.
package loan

import "github.com/loanmarket/loanmarket/api/internal/base/money"

// Terms are the conditions of a contract, frozen when the order is created: later changes of the product do not affect the order.
// Amounts are minor units of Currency, rates are basis points.
type Terms struct {
	Currency money.Currency `json:"currency"`

	// AnnualRateBps is the yearly rate of simple interest for a year of DaysInYear days.
	AnnualRateBps int64 `json:"annualRateBps"`
	DaysInYear    int   `json:"daysInYear"`
	// FrontServiceFeeBps of principal is withheld at the disbursement.
	FrontServiceFeeBps int64 `json:"frontServiceFeeBps"`
	// ServiceFeeBps of principal is owed from the disbursement on.
	ServiceFeeBps int64 `json:"serviceFeeBps"`
	// AccountFeeFlat plus AccountFeeBps of principal is owed for each started month of 30 days.
	AccountFeeFlat int64 `json:"accountFeeFlat"`
	AccountFeeBps  int64 `json:"accountFeeBps"`
	// LateFee is owed once, when GraceDays have passed after the due date.
	LateFee   int64 `json:"lateFee"`
	GraceDays int   `json:"graceDays"`
	// OverdueFeeBpsDay of overdue principal is owed per day, up to OverdueFeeCapBps of principal in total.
	OverdueFeeBpsDay int64 `json:"overdueFeeBpsDay"`
	OverdueFeeCapBps int64 `json:"overdueFeeCapBps"`
	// ExtensionFeeBps of outstanding principal is the fee for moving the due date by ExtensionDays, at most ExtensionMax times.
	ExtensionFeeBps int64 `json:"extensionFeeBps"`
	ExtensionDays   int   `json:"extensionDays"`
	ExtensionMax    int   `json:"extensionMax"`
	// ExtensionOverdueDays is the number of days after the due date in which it can still be extended. ExtensionUnpaid allows the
	// fee to be added to the debt instead of being paid at once.
	ExtensionOverdueDays int  `json:"extensionOverdueDays"`
	ExtensionUnpaid      bool `json:"extensionUnpaid"`
	// AllocationOrder lists the components of the debt (names of repay.Component) in the order in which a payment covers them.
	AllocationOrder []string `json:"allocationOrder"`

	// RateCapBps is the rate cap of the region for this type of lender when the order was created, or 0 for none, and CapBasis is
	// its basis (nominal or apr). They are only a record: a product above its cap cannot be saved.
	RateCapBps int64  `json:"rateCapBps"`
	CapBasis   string `json:"capBasis"`

	ContractVersion string `json:"contractVersion"`
	ProductName     string `json:"productName"`
	LenderName      string `json:"lenderName"`
	Licence         string `json:"licence"`
	// OfferHours is how long an offer waits for confirmation, and a failed payout for another card.
	OfferHours int `json:"offerHours"`
	// FreezeDays is how long the product stays unavailable after a rejection without a date of its own.
	FreezeDays int `json:"freezeDays"`
}
