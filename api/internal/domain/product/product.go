// Package product holds the lenders and their products. The conditions of a product are immutable versions: saving creates a new
// version, and orders keep a snapshot of the version that they were created from.
package product

import (
	"time"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// Lender is an institution that decides on applications and lends its money.
type Lender struct {
	Code   string
	Region string
	Name   string
	// Licence is the licence line shown to borrowers.
	Licence string
	// Type selects the rate caps of the region: credit_institution or other.
	Type string `db:"lender_type"`
	// Gateway is the type of connection to the lender: embedded or http.
	Gateway string
	// Endpoint is the URL of the http gateway. Its secret is in the configuration.
	Endpoint string
	Active   bool
	// From is the version that a lender to be saved is based on. It is empty for a new lender, and always empty when read.
	From string `db:"-"`
}

// The statuses of a product.
const (
	Active    = "active"
	Suspended = "suspended"
)

// Product is a product of a lender with its current conditions.
type Product struct {
	ID       uuid.UUID
	Code     string
	Region   string
	Status   string
	Position int
	Lender   Lender
	Current  Version
}

// Version holds the conditions of a product. Amounts are minor units, rates are basis points. For the fees see loan.Terms.
type Version struct {
	Number             int
	Name               string
	Currency           money.Currency
	MinAmount          int64
	MaxAmount          int64
	AmountStep         int64
	TermsDays          []int
	AnnualRateBps      int64
	FrontServiceFeeBps int64
	ServiceFeeBps      int64
	AccountFeeFlat     int64
	AccountFeeBps      int64
	LateFee            int64
	GraceDays          int
	OverdueFeeBpsDay   int64
	// OverdueFeeCapBps is in basis points of principal. 0 means the rest of the region's cap.
	OverdueFeeCapBps int64
	ExtensionFeeBps  int64
	ExtensionDays    int
	ExtensionMax     int
	// ExtensionOverdueDays is the number of days after the due date in which it can still be extended. ExtensionUnpaid allows the
	// fee to be added to the debt.
	ExtensionOverdueDays int
	ExtensionUnpaid      bool
	AllocationOrder      []string
	// MinScore is the minimum credit score for the product.
	MinScore int
	// OneStep products require only a verified borrower with an active card.
	OneStep         bool
	WhiteListedOnly bool
	OfferHours      int
	FreezeDays      int
	ContractVersion string
	CreatedAt       time.Time
}

// Offers reports whether the product has this term.
func (v Version) Offers(termDays int) bool {
	for _, d := range v.TermsDays {
		if d == termDays {
			return true
		}
	}
	return false
}

// OnStep returns the largest amount that is a multiple of the step and at most limit, or 0 if limit is below the minimum amount.
func (v Version) OnStep(limit int64) int64 {
	return onStep(limit, v.MinAmount, v.MaxAmount, v.AmountStep)
}

func onStep(limit, least, most, step int64) int64 {
	limit = min(limit, most)
	if limit < least {
		return 0
	}
	return limit - limit%step
}

// Middle returns the amount on the product's steps in the middle between the minimum and most. The amount picker starts there, so
// that it does not push borrowers to more.
func (v Version) Middle(most int64) int64 {
	return v.MinAmount + (most-v.MinAmount+v.AmountStep)/(2*v.AmountStep)*v.AmountStep
}

// Stepped reports whether an amount is a multiple of the product's step.
func (v Version) Stepped(amount int64) bool { return amount%v.AmountStep == 0 }
