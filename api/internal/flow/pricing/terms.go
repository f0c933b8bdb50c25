// Package pricing connects products and loans: the terms and the quote of a product, its highest APR, and whether it
// may lawfully be lent at that.
package pricing

import (
	"fmt"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan/agreement"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
)

// Terms returns the snapshot of a product's conditions that an order keeps.
func Terms(p product.Product, r *region.Region) loan.Terms {
	t := terms(p.Current)
	t.LenderName, t.Licence = p.Lender.Name, p.Lender.Licence
	if caps := r.CapsFor(p.Lender.Type); len(caps) > 0 {
		t.RateCapBps, t.CapBasis = caps[0].Bps, string(caps[0].Basis)
	}
	return t
}

// terms returns the conditions of a version, without those of the lender.
func terms(v product.Version) loan.Terms {
	return loan.Terms{
		Currency: v.Currency, AnnualRateBps: v.AnnualRateBps, DaysInYear: money.YearDays,
		FrontServiceFeeBps: v.FrontServiceFeeBps, ServiceFeeBps: v.ServiceFeeBps,
		AccountFeeFlat: v.AccountFeeFlat, AccountFeeBps: v.AccountFeeBps,
		LateFee: v.LateFee, GraceDays: v.GraceDays, OverdueFeeBpsDay: v.OverdueFeeBpsDay, OverdueFeeCapBps: v.OverdueFeeCapBps,
		ExtensionFeeBps: v.ExtensionFeeBps, ExtensionDays: v.ExtensionDays, ExtensionMax: v.ExtensionMax,
		ExtensionOverdueDays: v.ExtensionOverdueDays, ExtensionUnpaid: v.ExtensionUnpaid,
		AllocationOrder: v.AllocationOrder, ContractVersion: v.ContractVersion, ProductName: v.Name,
		OfferHours: v.OfferHours, FreezeDays: v.FreezeDays,
	}
}

// Price is the product.Pricer in use: the rate cap must hold with every extension that the product allows. A product
// whose agreement text does not exist cannot be priced.
func Price(v product.Version) (int64, error) {
	if !agreement.Has(v.ContractVersion) {
		return 0, fmt.Errorf("%w: %q", agreement.ErrVersion, v.ContractVersion)
	}
	return highestExtendedAPR(v)
}

// Lawful returns an error for a saved product that must not be lent with its current terms.
func Lawful(p product.Product) error { return p.Lawful(PricerOf(p)) }

// UnlawfulCodes reads the codes of the active products of a region that are not Lawful. Nobody is offered these.
func UnlawfulCodes(region string) postgres.Query[[]string] {
	return postgres.Then(product.List(region), func(all []product.Product) (codes []string, err error) {
		for _, p := range all {
			if OfferedUnlawfully(p) {
				codes = append(codes, p.Code)
			}
		}
		return codes, nil
	})
}

// OfferedUnlawfully reports whether a product is active but not Lawful.
func OfferedUnlawfully(p product.Product) bool { return p.Status == product.Active && Lawful(p) != nil }

// DueDate returns the due date of a loan paid out on from: after the term, moved off bank holidays.
func DueDate(r *region.Region, from money.Date, termDays int) money.Date {
	return r.NextWorkingDay(from.AddDays(termDays))
}

// Quote prices a loan of a product as if it were paid out on from.
func Quote(t loan.Terms, r *region.Region, amount int64, termDays int, from money.Date) (loan.Quote, error) {
	q, err := t.Quote(amount, termDays, from, DueDate(r, from, termDays))
	if err != nil {
		return loan.Quote{}, fmt.Errorf("pricing: %w", err)
	}
	return q, nil
}

// Bounds returns an error for an amount or a term that the product does not offer.
func Bounds(v product.Version, amount int64, termDays int) error {
	switch {
	case amount < v.MinAmount || amount > v.MaxAmount:
		return reason.New(reason.AmountOutOfBounds, "min", money.Of(v.MinAmount, v.Currency), "max", money.Of(v.MaxAmount, v.Currency))
	case !v.Stepped(amount):
		return reason.New(reason.AmountStep, "step", money.Of(v.AmountStep, v.Currency))
	case !v.Offers(termDays):
		return reason.New(reason.TermNotOffered)
	}
	return nil
}
