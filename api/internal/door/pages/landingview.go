package pages

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/appproduct"
	"github.com/loanmarket/loanmarket/api/internal/base/content"
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
	"github.com/loanmarket/loanmarket/api/internal/door/api"
	"github.com/loanmarket/loanmarket/api/internal/door/server"
)

// landingView is the data of the landing page's template.
type landingView struct {
	Locale string
	// MaxAmount is the advertised amount. Lower means that a new borrower gets less, which the page says beside it.
	MaxAmount string
	Lower     bool
	// T are the page's texts with the values filled in.
	T map[string]any
	// Brand is the style with the product's colour.
	Brand   template.HTML
	Product appproduct.Product
	// Email is the product's email address in parts, between which the line may break.
	Email     []string
	Languages []landingLanguage
	Claims    []landingClaim
	// Detailed pages show loan details and the example as tables. Other pages say the same in a few lines.
	Detailed bool
	Details  []landingRow
	Example  []landingRow
	Apps     downloads
	Region   contract.RegionConfig
	// Data is the data of the page's script.
	Data landingData
}

type landingLanguage struct {
	Code, Name, Tag string
	Current         bool
}

type landingClaim struct{ Figure, Text, Note string }

type landingRow struct {
	Label, Value string
	Total        bool
}

type landingData struct {
	Lang         string                `json:"lang"`
	ProductID    string                `json:"productId"`
	Region       contract.RegionConfig `json:"region"`
	IosDownload  string                `json:"iosDownloadUrl"`
	ProdPhone    string                `json:"prodPhone"`
	TermsVersion string                `json:"termsVersion"`
	PrivacyVer   string                `json:"privacyVersion"`
	Texts        any                   `json:"texts"`
}

// languageNames are the languages' own names.
var languageNames = map[lang.Lang]string{lang.VI: "Tiếng Việt", lang.EN: "English", lang.TH: "ไทย", lang.CN: "简体中文"}

func (l *landings) view(s *Site, p appproduct.Product, in lang.Lang, apps downloads, advertised region.Landing) (landingView, error) {
	r := s.Config.Region
	c := server.Caller{Region: r, Lang: in, Product: p}
	words := api.WordsOf(c, advertised)
	sample := r.HomeSample
	figure := func(minor int64) string { return money.Format(money.Of(minor, r.Currency), in) }
	words["sampleAmount"], words["sampleDays"] = figure(sample.LoanAmount), strconv.FormatInt(sample.Days, 10)
	words["sampleRate"], words["sampleApr"] = money.FormatBps(sample.RateBps, in), money.FormatBps(sample.AprBps, in)
	words["sampleInterest"], words["sampleFee"], words["sampleTotal"] = figure(sample.Interest), figure(sample.ServiceFee), figure(sample.TotalAmount)
	texts, ok := filled(l.texts[in], words).(map[string]any)
	if !ok || len(texts) == 0 {
		return landingView{}, fmt.Errorf("landing page: no texts in %s", in)
	}
	label := func(key string) string {
		terms, _ := texts["terms"].(map[string]any)
		text, _ := terms[key].(string)
		return text
	}
	config := api.RegionConfig(r, in)
	view := landingView{
		Locale: in.Tag(), MaxAmount: words["maxAmount"], Lower: advertised.FirstMax > 0 && advertised.FirstMax < advertised.Amount.Max, T: texts, Brand: brandStyle(p.ThemeColor), Product: p, Email: emailParts(p.ProdEmail), Apps: apps, Region: config, Detailed: p.LandingDetails,
		Details: []landingRow{
			{Label: label("loanAmount"), Value: words["minAmount"] + " – " + words["maxAmount"]},
			{Label: label("term"), Value: textOf(texts, "details", "days")},
			{Label: label("annualRate"), Value: textOf(texts, "details", "rate")},
			{Label: label("apr"), Value: textOf(texts, "details", "apr")},
		},
		Example: []landingRow{
			{Label: label("loanAmount"), Value: words["sampleAmount"]},
			{Label: label("term"), Value: textOf(texts, "example", "days")},
			{Label: label("annualRate"), Value: words["sampleRate"]},
			{Label: label("interest"), Value: words["sampleInterest"]},
			{Label: label("serviceFee"), Value: words["sampleFee"]},
			{Label: label("totalToRepay"), Value: words["sampleTotal"], Total: true},
			{Label: label("apr"), Value: words["sampleApr"]},
		},
		Data: landingData{
			Lang: string(in), ProductID: p.ProductID, Region: config, IosDownload: p.IosDownloadURL, ProdPhone: p.ProdPhone,
			TermsVersion: s.Services.Content.Version(content.Terms), PrivacyVer: s.Services.Content.Version(content.Privacy), Texts: texts["script"],
		},
	}
	for _, one := range r.Languages {
		view.Languages = append(view.Languages, landingLanguage{Code: string(one), Name: languageNames[one], Tag: one.Tag(), Current: one == in})
	}
	for _, claim := range api.ClaimsOf(r.Landing, in) {
		note := strings.NewReplacer("{basis}", claim.Basis, "{date}", money.FormatDay(claim.AsOf, in)).Replace(textOf(texts, "claims", "note"))
		view.Claims = append(view.Claims, landingClaim{Figure: claim.Figure, Text: claim.Text, Note: note})
	}
	return view, nil
}

// filled fills the words into every text of a tree.
func filled(value any, words map[string]string) any {
	switch v := value.(type) {
	case string:
		return lang.JoinDurations(content.Fill(v, words))
	case map[string]any:
		all := make(map[string]any, len(v))
		for key, inner := range v {
			all[key] = filled(inner, words)
		}
		return all
	default:
		return v
	}
}

func textOf(texts map[string]any, area, key string) string {
	inner, _ := texts[area].(map[string]any)
	text, _ := inner[key].(string)
	return text
}

// emailParts splits an email address before its @ and its dots, as the app's EmailBreaks does.
func emailParts(email string) []string {
	return strings.Split(strings.NewReplacer("@", "\n@", ".", "\n.").Replace(email), "\n")
}
