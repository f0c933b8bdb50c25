// Package appproduct holds what the borrower sees of the product that a host name stands for: its name, company,
// addresses and colour (specification 3, "product config"). The files under data/ are those of the demonstration, a brand
// and a language for each region; a deployment may bring its own folder.
package appproduct

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

//go:embed data
var embedded embed.FS

// Product is one product configuration; the field names are those of the contract.
type Product struct {
	ProductID   string `yaml:"productId"`
	ProdName    string `yaml:"prodName"`
	ProdAddress string `yaml:"prodAddress"`
	ProdEmail   string `yaml:"prodEmail"`
	ProdPhone   string `yaml:"prodPhone"`
	// ServiceHours are when somebody answers ProdPhone.
	ServiceHours       Hours     `yaml:"serviceHours"`
	PackageName        string    `yaml:"packageName"`
	CompanyName        string    `yaml:"companyName"`
	ThemeColor         string    `yaml:"themeColor"`
	BaseURL            string    `yaml:"baseUrl"`
	Lang               lang.Lang `yaml:"lang"`
	HomeForExample     bool      `yaml:"homeForExample"`
	IosDownloadURL     string    `yaml:"iosDownloadUrl"`
	AndroidDownloadURL string    `yaml:"androidDownloadUrl"`
	// EntID is the id of the chat widget; empty switches the widget off.
	EntID string `yaml:"entId"`
	// LandingDetails has the landing page show loan details and the example as tables (specification 2, the variant of
	// 20003); otherwise it says the same in a few lines.
	LandingDetails bool `yaml:"landingDetails"`
	// FaceCheck offers face checks where the deployment has them.
	FaceCheck bool `yaml:"faceCheck"`
	// VideoSocketURL is the realtime-video socket.
	VideoSocketURL string `yaml:"videoSocketUrl"`
	BizType        string `yaml:"bizType"`
	// MinAppVersion is the oldest app that is still served, RecommendedAppVersion the one that its owner is asked to
	// take; empty asks for nothing.
	MinAppVersion         Version `yaml:"minAppVersion"`
	RecommendedAppVersion Version `yaml:"recommendedAppVersion"`
	// AndroidCertificates are the SHA-256 fingerprints ("AB:CD:…") of the keys that sign the app, AppleTeamID the team
	// that publishes it. The product's links open its app where they are known.
	AndroidCertificates []string `yaml:"androidCertificates"`
	AppleTeamID         string   `yaml:"appleTeamId"`
	// Hosts are the host names that this product answers to.
	Hosts []string `yaml:"hosts"`
}

// Serves reports whether the product answers to a host name.
func (p Product) Serves(host string) bool { return slices.Contains(p.Hosts, strings.ToLower(host)) }

// Embedded reads the products of a region's demonstration ("vi"), in the order of ids ("20005").
func Embedded(region string, ids ...string) ([]Product, error) {
	data, err := fs.Sub(embedded, path.Join("data", region))
	if err != nil {
		return nil, err
	}
	return Read(data, ids...)
}

// Read reads products from a folder of <id>.yaml files. The first is the default.
func Read(folder fs.FS, ids ...string) ([]Product, error) {
	products := make([]Product, 0, len(ids))
	for _, id := range ids {
		raw, err := fs.ReadFile(folder, id+".yaml")
		if err != nil {
			return nil, fmt.Errorf("product %s: %w", id, err)
		}
		var p Product
		if err := yaml.UnmarshalWithOptions(raw, &p, yaml.Strict()); err != nil {
			return nil, fmt.Errorf("product %s: %w", id, err)
		}
		if err := p.check(id); err != nil {
			return nil, fmt.Errorf("product %s: %w", id, err)
		}
		products = append(products, p)
	}
	if len(products) == 0 {
		return nil, fmt.Errorf("a deployment needs at least one product")
	}
	return products, nil
}

var (
	hexColor    = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)
	fingerprint = regexp.MustCompile(`^([0-9A-F]{2}:){31}[0-9A-F]{2}$`)
	appleTeam   = regexp.MustCompile(`^[0-9A-Z]{10}$`)
)

func (p Product) check(id string) error {
	switch {
	case p.ProductID != id:
		return fmt.Errorf("the file holds product %q", p.ProductID)
	case p.ProdName == "", p.CompanyName == "", p.ProdAddress == "":
		return fmt.Errorf("prodName, companyName and prodAddress are needed: a landing page must show them")
	case !hexColor.MatchString(p.ThemeColor):
		return fmt.Errorf("themeColor %q is not of the form #RRGGBB", p.ThemeColor)
	case p.ServiceHours.check() != nil:
		return p.ServiceHours.check()
	case p.Lang != "" && !p.Lang.Valid():
		return fmt.Errorf("lang %q is not one of %v", p.Lang, lang.All)
	}
	return p.checkApp()
}

// checkApp checks what concerns the native app.
func (p Product) checkApp() error {
	for _, version := range []Version{p.MinAppVersion, p.RecommendedAppVersion} {
		if version != "" && !version.Valid() {
			return fmt.Errorf("%q is no version of the form 1.2.3", version)
		}
	}
	if p.RecommendedAppVersion != "" && p.RecommendedAppVersion.Before(p.MinAppVersion) {
		return fmt.Errorf("recommendedAppVersion %s is older than minAppVersion %s", p.RecommendedAppVersion, p.MinAppVersion)
	}
	for _, one := range p.AndroidCertificates {
		if !fingerprint.MatchString(one) {
			return fmt.Errorf("androidCertificates: %q is no SHA-256 fingerprint (AB:CD:…)", one)
		}
	}
	if p.AppleTeamID != "" && !appleTeam.MatchString(p.AppleTeamID) {
		return fmt.Errorf("appleTeamId %q is no team id", p.AppleTeamID)
	}
	return nil
}
