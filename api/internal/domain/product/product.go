// Package product holds the lenders and what they offer. A product's conditions are versions that never change: saving
// one writes a new version, and orders keep a snapshot of the version they were made from.
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
	// Licence is the line that the borrower reads.
	Licence string
	// Type picks the rate caps of the region: credit_institution or other.
	Type string `db:"lender_type"`
	// Gateway is how it is asked: embedded or http.
	Gateway string
	// Endpoint is where the http gateway asks; its secret is in the configuration.
	Endpoint string
	Active   bool
	// From is the version of it that one to be saved was made from; empty for a new one, and in all that is read.
	From string `db:"-"`
}

// The states of a product.
const (
	Active    = "active"
	Suspended = "suspended"
)

// Product is an offer of a lender, with its current conditions.
type Product struct {
	ID       uuid.UUID
	Code     string
	Region   string
	Status   string
	Position int
	Lender   Lender
	Current  Version
}

// Version is a product's conditions. Amounts are minor units, rates basis points; the fees are explained in loan.Terms.
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
	// OverdueFeeCapBps of principal; 0 takes what the region's cap leaves.
	OverdueFeeCapBps int64
	ExtensionFeeBps  int64
	ExtensionDays    int
	ExtensionMax     int
	// ExtensionOverdueDays is how many days after the due date it can still be moved; ExtensionUnpaid lets its fee be
	// added to the debt.
	ExtensionOverdueDays int
	ExtensionUnpaid      bool
	AllocationOrder      []string
	// MinScore is the credit score from which the product opens.
	MinScore int
	// OneStep products need nothing but a verified borrower with an active card.
	OneStep         bool
	WhiteListedOnly bool
	OfferHours      int
	FreezeDays      int
	ContractVersion string
	CreatedAt       time.Time
}

// Offers reports whether a term can be chosen.
func (v Version) Offers(termDays int) bool {
	for _, d := range v.TermsDays {
		if d == termDays {
			return true
		}
	}
	return false
}

// OnStep is the largest amount on the product's steps that is at most limit, or 0 when not even the smallest is.
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

// Middle is the amount on the product's steps in the middle of what may be had, where a choice begins: nothing pushes towards more.
func (v Version) Middle(most int64) int64 {
	return v.MinAmount + (most-v.MinAmount+v.AmountStep)/(2*v.AmountStep)*v.AmountStep
}

// Stepped reports whether an amount is a multiple of the product's step.
func (v Version) Stepped(amount int64) bool { return amount%v.AmountStep == 0 }
