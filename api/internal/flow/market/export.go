package market

import (
	"fmt"
	"io"
	"slices"

	"github.com/goccy/go-yaml"

	"github.com/loanmarket/loanmarket/api/internal/domain/product"
)

// Of is the file that describes some products as they stand, with their lenders: to be changed and saved again.
func Of(products ...product.Product) Market {
	var m Market
	for _, p := range products {
		if !slices.ContainsFunc(m.Lenders, func(l Lender) bool { return l.Code == p.Lender.Code }) {
			m.Lenders = append(m.Lenders, lenderOf(p.Lender))
		}
		m.Products = append(m.Products, productOf(p))
	}
	return m
}

// Write writes the file that Read reads.
func (m Market) Write(w io.Writer) error {
	if err := yaml.NewEncoder(w, yaml.Indent(2), yaml.IndentSequence(true)).Encode(m); err != nil {
		return fmt.Errorf("market: %w", err)
	}
	return nil
}

func lenderOf(l product.Lender) Lender {
	return Lender{
		Code: l.Code, Region: l.Region, Name: l.Name, Licence: l.Licence, Type: l.Type, Gateway: l.Gateway, Endpoint: l.Endpoint,
		Inactive: !l.Active,
	}
}

func productOf(p product.Product) Product {
	v := p.Current
	return Product{
		Code: p.Code, Lender: p.Lender.Code, Name: v.Name, Position: p.Position, Suspended: p.Status == product.Suspended,
		MinAmount: v.MinAmount, MaxAmount: v.MaxAmount, AmountStep: v.AmountStep, TermsDays: v.TermsDays,
		AnnualRateBps: v.AnnualRateBps, FrontServiceFeeBps: v.FrontServiceFeeBps, ServiceFeeBps: v.ServiceFeeBps,
		AccountFeeFlat: v.AccountFeeFlat, AccountFeeBps: v.AccountFeeBps, LateFee: v.LateFee, GraceDays: v.GraceDays,
		OverdueFeeBpsDay: v.OverdueFeeBpsDay, OverdueFeeCapBps: v.OverdueFeeCapBps,
		ExtensionFeeBps: v.ExtensionFeeBps, ExtensionDays: v.ExtensionDays, ExtensionMax: v.ExtensionMax,
		ExtensionOverdueDays: v.ExtensionOverdueDays, ExtensionUnpaid: v.ExtensionUnpaid,
		AllocationOrder: v.AllocationOrder, MinScore: v.MinScore, OneStep: v.OneStep, WhiteListedOnly: v.WhiteListedOnly,
		OfferHours: v.OfferHours, FreezeDays: v.FreezeDays, ContractVersion: v.ContractVersion,
	}
}
