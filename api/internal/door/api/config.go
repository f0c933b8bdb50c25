package api

import (
	"context"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/content"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/base/region/phone"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

func configCalls(a *API) { server.Call(a.Server, "configProduct", a.ConfigProduct) }

// ConfigProduct returns everything about the product and the region that the app needs before login.
func (a *API) ConfigProduct(ctx context.Context, c server.Caller, _ contract.Empty) (contract.ProductConfig, error) {
	p := c.Product
	// The landing page shows the same bounds. If the market cannot be read, the app must still open.
	landing, _ := a.Advertised(ctx, c.Region)
	return contract.ProductConfig{
		ProductID: p.ProductID, ProdName: p.ProdName, ProdAddress: p.ProdAddress, ProdEmail: p.ProdEmail, ProdPhone: p.ProdPhone,
		PackageName: p.PackageName, CompanyName: p.CompanyName, ThemeColor: p.ThemeColor, BaseURL: p.BaseURL,
		Lang: contract.ProductConfigLang(DefaultLang(p)), HomeForExample: p.HomeForExample, BizType: p.BizType,
		IosDownloadURL: p.IosDownloadURL, AndroidDownloadURL: a.AndroidDownload(ctx, p),
		MinAppVersion: string(p.MinAppVersion), RecommendedAppVersion: string(p.RecommendedAppVersion),
		EntID: p.EntID, VideoSocketURL: p.VideoSocketURL,
		Region: RegionConfig(c.Region, c.Lang), Landing: landingConfig(landing, c.Lang),
		AllowDesktop: a.Config.Development, Development: a.Config.Development, Version: a.Services.Version,
		Chat: a.chatConfig(p.EntID), TermsVersion: a.Services.Content.Version(content.Terms),
		PrivacyVersion: a.Services.Content.Version(content.Privacy),
		PaymentCode:    a.Services.Intents != nil && a.Services.Intents.HasCode(),
		VirtualAccount: a.Services.Intents != nil && a.Services.Intents.HasVirtualAccounts(),
	}, nil
}

// DefaultLang returns the product's language, or cn if it has none (specification 1).
func DefaultLang(p appproduct.Product) lang.Lang {
	if p.Lang.Valid() {
		return p.Lang
	}
	return lang.CN
}

// RegionConfig returns what the app needs to know about a region.
func RegionConfig(r *region.Region, l lang.Lang) contract.RegionConfig {
	levels := make([]string, len(r.AreaLevels))
	for i, level := range r.AreaLevels {
		levels[i] = level.In(l)
	}
	languages := make([]string, len(r.Languages))
	for i, language := range r.Languages {
		languages[i] = string(language)
	}
	return contract.RegionConfig{
		Code: r.Code, AreaCode: r.AreaCode, MaxPhoneLength: r.MaxPhoneLength, PhonePlaceholder: r.PhonePlaceholder,
		PhonePattern: r.LandingPhone.String(), MobilePattern: phone.MobilePattern(r), IDRule: r.IDRule,
		ForceLeadingZero: r.ForceLeadingZero, AmountUnit: string(r.Currency), AmountIcon: r.AmountIcon(),
		Currency: string(r.Currency), Decimals: r.Currency.Decimals(), AreaLevels: levels, Languages: languages,
		TimeZone: r.TimeZone.String(), SmsCodeLength: r.SMSCodeLength, AccountNumberAgain: r.AccountAgain,
		AccountNumber: contract.AccountNumberForm{Min: r.AccountNumber.Min, Max: r.AccountNumber.Max, Letters: r.AccountNumber.Letters},
		PassbookPhoto: r.Passbook, IDNumberLabel: r.IDLabel.In(l),
		HomeSample: contract.HomeSample{
			LoanAmount: r.HomeSample.LoanAmount, Days: int(r.HomeSample.Days), Feilv: int(r.HomeSample.RateBps),
			Interest: r.HomeSample.Interest, ServiceFee: r.HomeSample.ServiceFee, TotalAmount: r.HomeSample.TotalAmount,
			AprBps: int(r.HomeSample.AprBps),
		},
		ProductList: contract.AmountRanges{White: amountRange(r.ProductList.White), NonWhite: amountRange(r.ProductList.NonWhite)},
	}
}

func amountRange(a region.AmountRange) contract.AmountRange {
	return contract.AmountRange{Min: a.Min, Max: a.Max}
}

func landingConfig(l region.Landing, in lang.Lang) contract.LandingConfig {
	return contract.LandingConfig{
		MinAmount: l.Amount.Min, MaxAmount: l.Amount.Max, FirstMaxAmount: l.FirstMax, MinDays: l.MinDays, MaxDays: l.MaxDays, MaxRateBps: int(l.MaxRateBps),
		MaxAprBps:    int(l.MaxAprBps),
		ApprovalRate: l.ApprovalRate, ApprovalBasis: l.ApprovalBasis.In(in), ApprovalAsOf: l.ApprovalAsOf.String(),
		Institutions: l.Institutions,
	}
}
