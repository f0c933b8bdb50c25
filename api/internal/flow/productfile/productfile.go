// Package productfile writes lenders and products from a file that an operator maintains. It is the only way in which
// they get into the database, for a demo market and for a real one.
package productfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/jackc/pgx/v5"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/domain/product"
	"github.com/loanmarket/loanmarket/api/internal/flow/pricing"
)

// File is the content of a product file.
type File struct {
	Lenders  []Lender  `yaml:"lenders"`
	Products []Product `yaml:"products,omitempty"`
}

// Lender is an institution of one region.
type Lender struct {
	Code string `yaml:"code"`
	// Version is the version that the file was made from; empty for a new lender.
	Version string `yaml:"version,omitempty"`
	Region  string `yaml:"region"`
	Name    string `yaml:"name"`
	Licence string `yaml:"licence"`
	// Type selects the rate caps of the region: credit_institution or other.
	Type string `yaml:"type"`
	// Gateway is embedded (rules in this process, the default) or http, which needs an endpoint.
	Gateway  string `yaml:"gateway"`
	Endpoint string `yaml:"endpoint"`
	Inactive bool   `yaml:"inactive"`
}

// Product is a lender's offer. Amounts are in minor units, rates in basis points, times in days unless the name says
// hours.
type Product struct {
	Code   string `yaml:"code"`
	Lender string `yaml:"lender"`
	Name   string `yaml:"name"`
	// Version is the version that the file was made from; 0 for a new product.
	Version  int `yaml:"version,omitempty"`
	Position int `yaml:"position"`
	// Suspended is the status of a new product. Saving never changes the status of an existing product.
	Suspended          bool  `yaml:"suspended"`
	MinAmount          int64 `yaml:"minAmount"`
	MaxAmount          int64 `yaml:"maxAmount"`
	AmountStep         int64 `yaml:"amountStep"`
	TermsDays          []int `yaml:"termsDays"`
	AnnualRateBps      int64 `yaml:"annualRateBps"`
	FrontServiceFeeBps int64 `yaml:"frontServiceFeeBps"`
	ServiceFeeBps      int64 `yaml:"serviceFeeBps"`
	// AccountFeeFlat and AccountFeeBps are the account management fee per month.
	AccountFeeFlat   int64 `yaml:"accountFeeFlat"`
	AccountFeeBps    int64 `yaml:"accountFeeBps"`
	LateFee          int64 `yaml:"lateFee"`
	GraceDays        int   `yaml:"graceDays"`
	OverdueFeeBpsDay int64 `yaml:"overdueFeeBpsDay"`
	// OverdueFeeCapBps is in basis points of the principal; the region's cap if not given.
	OverdueFeeCapBps *int64 `yaml:"overdueFeeCapBps,omitempty"`
	ExtensionFeeBps  int64  `yaml:"extensionFeeBps"`
	ExtensionDays    int    `yaml:"extensionDays"`
	ExtensionMax     int    `yaml:"extensionMax"`
	// ExtensionOverdueDays is how many days after the due date an extension is still possible.
	ExtensionOverdueDays int `yaml:"extensionOverdueDays"`
	// ExtensionUnpaid lets the fee be added to the debt instead of being paid at once.
	ExtensionUnpaid bool     `yaml:"extensionUnpaid"`
	AllocationOrder []string `yaml:"allocationOrder"`
	MinScore        int      `yaml:"minScore"`
	OneStep         bool     `yaml:"oneStep"`
	WhiteListedOnly bool     `yaml:"whiteListedOnly"`
	OfferHours      int      `yaml:"offerHours"`
	FreezeDays      int      `yaml:"freezeDays"`
	ContractVersion string   `yaml:"contractVersion"`
}

// ErrManyDocuments means that the file has several YAML documents. Everything after the first would be silently
// ignored.
var ErrManyDocuments = errors.New("productfile: the file must be one YAML document without --- lines: put all lenders and all products into one list each")

// Read parses a product file. An unknown field is an error, so that a misspelt fee is not read as a fee of zero.
func Read(r io.Reader) (File, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return File{}, fmt.Errorf("productfile: %w", err)
	}
	var f File
	document := yaml.NewDecoder(bytes.NewReader(text), yaml.DisallowUnknownField())
	switch err := document.Decode(&f); {
	case errors.Is(err, io.EOF):
		return f, nil
	case err != nil:
		return File{}, fmt.Errorf("productfile: %w", err)
	}
	if err := document.Decode(&File{}); !errors.Is(err, io.EOF) {
		return File{}, ErrManyDocuments
	}
	return f, nil
}

// Save writes the lenders, and each product as a new version of the one that the file was made from: all or nothing. A
// lender may change in a way for which its current products would be unlawful, if the file has new versions of them.
func (f File) Save(ctx context.Context, db postgres.Beginner, now time.Time) error {
	codes := make([]string, len(f.Products))
	for i, p := range f.Products {
		codes[i] = p.Code
	}
	return postgres.InTx(ctx, db, func(ctx context.Context, tx pgx.Tx) error {
		for _, l := range f.Lenders {
			if err := product.SaveLender(ctx, tx, pricing.Price, l.lender(), codes...); err != nil {
				return err
			}
		}
		for _, p := range f.Products {
			draft, err := p.draft(f)
			if err != nil {
				return err
			}
			if _, err := product.Save(ctx, tx, pricing.Price, draft, now); err != nil {
				return fmt.Errorf("%s: %w", p.Code, err)
			}
		}
		return nil
	})
}

func (l Lender) lender() product.Lender {
	gateway := l.Gateway
	if gateway == "" {
		gateway = "embedded"
	}
	return product.Lender{
		Code: l.Code, Region: l.Region, Name: l.Name, Licence: l.Licence, Type: l.Type,
		Gateway: gateway, Endpoint: l.Endpoint, Active: !l.Inactive, From: l.Version,
	}
}

// overdueFeeCap returns the cap of the overdue fees, 0 for the region's. A cap of zero in the file would be read as the region's: the
// product would charge up to all of the principal where none was meant.
func (p Product) overdueFeeCap() (int64, error) {
	switch {
	case p.OverdueFeeCapBps == nil:
		return 0, nil
	case *p.OverdueFeeCapBps == 0 && p.OverdueFeeBpsDay > 0:
		return 0, fmt.Errorf("%w: overdueFeeCapBps 0: leave it out for the region's cap, or set overdueFeeBpsDay to 0 for no overdue fee", product.ErrInvalid)
	}
	return *p.OverdueFeeCapBps, nil
}

func (p Product) draft(f File) (product.Draft, error) {
	currency, err := f.currency(p.Lender)
	if err != nil {
		return product.Draft{}, fmt.Errorf("%s: %w", p.Code, err)
	}
	overdueCap, err := p.overdueFeeCap()
	if err != nil {
		return product.Draft{}, fmt.Errorf("%s: %w", p.Code, err)
	}
	status := product.Active
	if p.Suspended {
		status = product.Suspended
	}
	return product.Draft{
		Code: p.Code, LenderCode: p.Lender, Status: status, Position: p.Position,
		Version: product.Version{
			Number: p.Version, Name: p.Name, Currency: currency, MinAmount: p.MinAmount, MaxAmount: p.MaxAmount, AmountStep: p.AmountStep, TermsDays: p.TermsDays,
			AnnualRateBps: p.AnnualRateBps, FrontServiceFeeBps: p.FrontServiceFeeBps, ServiceFeeBps: p.ServiceFeeBps,
			AccountFeeFlat: p.AccountFeeFlat, AccountFeeBps: p.AccountFeeBps, LateFee: p.LateFee, GraceDays: p.GraceDays,
			OverdueFeeBpsDay: p.OverdueFeeBpsDay, OverdueFeeCapBps: overdueCap,
			ExtensionFeeBps: p.ExtensionFeeBps, ExtensionDays: p.ExtensionDays, ExtensionMax: p.ExtensionMax,
			ExtensionOverdueDays: p.ExtensionOverdueDays, ExtensionUnpaid: p.ExtensionUnpaid,
			AllocationOrder: p.AllocationOrder, MinScore: p.MinScore, OneStep: p.OneStep, WhiteListedOnly: p.WhiteListedOnly,
			OfferHours: p.OfferHours, FreezeDays: p.FreezeDays, ContractVersion: p.ContractVersion,
		},
	}, nil
}

// currency returns the currency of the region of the product's lender, which must be in the file.
func (f File) currency(code string) (money.Currency, error) {
	for _, l := range f.Lenders {
		if l.Code != code {
			continue
		}
		if r := region.Get(l.Region); r != nil {
			return r.Currency, nil
		}
		return "", fmt.Errorf("productfile: lender %s has the unknown region %q", code, l.Region)
	}
	return "", fmt.Errorf("productfile: lender %q is not in the file", code)
}
