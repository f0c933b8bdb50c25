package productfile

import (
	"fmt"
	"io"
	"slices"

	"github.com/goccy/go-yaml"

	"github.com/loanmarket/loanmarket/api/internal/domain/product"
)

// Of returns the file that describes the current products with their lenders, to be edited and saved again.
func Of(products ...product.Product) File {
	var f File
	for _, p := range products {
		if !slices.ContainsFunc(f.Lenders, func(l Lender) bool { return l.Code == p.Lender.Code }) {
			f.Lenders = append(f.Lenders, lenderOf(p.Lender))
		}
		f.Products = append(f.Products, productOf(p))
	}
	return f
}

// OfLender returns the file that describes only a lender.
func OfLender(l product.Lender) File { return File{Lenders: []Lender{lenderOf(l)}} }

// Write writes the file in the format that Read parses.
func (f File) Write(w io.Writer) error {
	if err := yaml.NewEncoder(w, yaml.Indent(2), yaml.IndentSequence(true)).Encode(f); err != nil {
		return fmt.Errorf("productfile: %w", err)
	}
	return nil
}

func lenderOf(l product.Lender) Lender {
	return Lender{
		Code: l.Code, Version: l.Version(), Region: l.Region, Name: l.Name, Licence: l.Licence, Type: l.Type, Gateway: l.Gateway,
		Endpoint: l.Endpoint, Inactive: !l.Active,
	}
}

func productOf(p product.Product) Product {
	v := p.Current
	var overdueCap *int64
	if v.OverdueFeeCapBps > 0 {
		overdueCap = &v.OverdueFeeCapBps
	}
	return Product{
		Code: p.Code, Lender: p.Lender.Code, Name: v.Name, Version: v.Number, Position: p.Position, Suspended: p.Status == product.Suspended,
		MinAmount: v.MinAmount, MaxAmount: v.MaxAmount, AmountStep: v.AmountStep, TermsDays: v.TermsDays,
		AnnualRateBps: v.AnnualRateBps, FrontServiceFeeBps: v.FrontServiceFeeBps, ServiceFeeBps: v.ServiceFeeBps,
		AccountFeeFlat: v.AccountFeeFlat, AccountFeeBps: v.AccountFeeBps, LateFee: v.LateFee, GraceDays: v.GraceDays,
		OverdueFeeBpsDay: v.OverdueFeeBpsDay, OverdueFeeCapBps: overdueCap,
		ExtensionFeeBps: v.ExtensionFeeBps, ExtensionDays: v.ExtensionDays, ExtensionMax: v.ExtensionMax,
		ExtensionOverdueDays: v.ExtensionOverdueDays, ExtensionUnpaid: v.ExtensionUnpaid,
		AllocationOrder: v.AllocationOrder, MinScore: v.MinScore, OneStep: v.OneStep, WhiteListedOnly: v.WhiteListedOnly,
		OfferHours: v.OfferHours, FreezeDays: v.FreezeDays, ContractVersion: v.ContractVersion,
	}
}
