// Package pricing brings products and loans together: the terms and the quote of a product, its highest APR, and whether it may
// be lent at that.
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

// Terms is the snapshot of a product's conditions that an order keeps.
func Terms(p product.Product, r *region.Region) loan.Terms {
	t := terms(p.Current)
	t.LenderName, t.Licence = p.Lender.Name, p.Lender.Licence
	if caps := r.CapsFor(p.Lender.Type); len(caps) > 0 {
		t.RateCapBps, t.CapBasis = caps[0].Bps, string(caps[0].Basis)
	}
	return t
}

// terms are what a version says of them, whoever lends it.
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

// Price is the product.Pricer in use: the cap holds with every extension that the product allows. A product whose
// agreement has not been written cannot be priced.
func Price(v product.Version) (int64, error) {
	if !agreement.Has(v.ContractVersion) {
		return 0, fmt.Errorf("%w: %q", agreement.ErrVersion, v.ContractVersion)
	}
	return highestExtendedAPR(v)
}

// Lawful refuses a product that must not be lent as it stands, although it was saved.
func Lawful(p product.Product) error { return p.Lawful(PricerOf(p)) }

// UnlawfulCodes names, by their codes, the products of a region that are on offer by their status, and not Lawful: nobody is
// offered them.
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

// OfferedUnlawfully tells of a product on offer that it is not Lawful.
func OfferedUnlawfully(p product.Product) bool { return p.Status == product.Active && Lawful(p) != nil }

// DueDate is when a loan paid out on from is due: after the term, moved off days on which banks rest.
func DueDate(r *region.Region, from money.Date, termDays int) money.Date {
	return r.NextWorkingDay(from.AddDays(termDays))
}

// Quote is a loan of a product if it were paid out on from.
func Quote(t loan.Terms, r *region.Region, amount int64, termDays int, from money.Date) (loan.Quote, error) {
	q, err := t.Quote(amount, termDays, from, DueDate(r, from, termDays))
	if err != nil {
		return loan.Quote{}, fmt.Errorf("pricing: %w", err)
	}
	return q, nil
}

// Bounds refuses an amount or a term that the product does not have.
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
