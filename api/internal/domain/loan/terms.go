// Package loan holds orders (the application and its life) and loans (what runs after the payout): the frozen terms,
// every fee, the quote, the state machine and the SQL of their tables.
package loan

import "github.com/loanmarket/loanmarket/api/internal/base/money"

// Terms are the conditions of a contract, frozen when the order is made: a product that changes later changes no
// order. Amounts are minor units of Currency, rates basis points.
type Terms struct {
	Currency money.Currency `json:"currency"`

	// AnnualRateBps is the yearly interest rate, simple, on a year of DaysInYear days.
	AnnualRateBps int64 `json:"annualRateBps"`
	DaysInYear    int   `json:"daysInYear"`
	// FrontServiceFeeBps of principal is withheld at the payout.
	FrontServiceFeeBps int64 `json:"frontServiceFeeBps"`
	// ServiceFeeBps of principal is owed from the payout on.
	ServiceFeeBps int64 `json:"serviceFeeBps"`
	// AccountFeeFlat, or AccountFeeBps of principal, is owed for each started month of 30 days.
	AccountFeeFlat int64 `json:"accountFeeFlat"`
	AccountFeeBps  int64 `json:"accountFeeBps"`
	// LateFee is owed once, when GraceDays have passed after the due date.
	LateFee   int64 `json:"lateFee"`
	GraceDays int   `json:"graceDays"`
	// OverdueFeeBpsDay of overdue principal is owed a day, up to OverdueFeeCapBps of principal in all.
	OverdueFeeBpsDay int64 `json:"overdueFeeBpsDay"`
	OverdueFeeCapBps int64 `json:"overdueFeeCapBps"`
	// ExtensionFeeBps of outstanding principal moves the due date by ExtensionDays, at most ExtensionMax times.
	ExtensionFeeBps int64 `json:"extensionFeeBps"`
	ExtensionDays   int   `json:"extensionDays"`
	ExtensionMax    int   `json:"extensionMax"`
	// ExtensionOverdueDays is how many days after the due date it can still be moved; ExtensionUnpaid lets its fee be
	// added to the debt instead of being paid at once.
	ExtensionOverdueDays int  `json:"extensionOverdueDays"`
	ExtensionUnpaid      bool `json:"extensionUnpaid"`
	// AllocationOrder is the order in which a payment pays the components of the debt, by their names (repay.Component).
	AllocationOrder []string `json:"allocationOrder"`

	// RateCapBps and CapBasis (nominal or apr) are the cap that the region set for this type of lender when the order
	// was made; 0 is none. A record, not a rule: no product above its cap can be saved.
	RateCapBps int64  `json:"rateCapBps"`
	CapBasis   string `json:"capBasis"`

	ContractVersion string `json:"contractVersion"`
	ProductName     string `json:"productName"`
	LenderName      string `json:"lenderName"`
	Licence         string `json:"licence"`
	// OfferHours is how long an offer waits for its confirmation, and a failed payout for another card.
	OfferHours int `json:"offerHours"`
	// FreezeDays is how long the product stays closed after a rejection that names no time of its own.
	FreezeDays int `json:"freezeDays"`
}
