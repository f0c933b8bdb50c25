// Package appproduct contains the product configuration of a host name that the borrower sees: name, company, addresses and
// colour (specification 3, "product config"). The files under data/ are the demonstration products, with a brand and language
// per region; a deployment may use its own folder.
package appproduct

import (
	"embed"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

//go:embed data
var embedded embed.FS

// Product is a product configuration; the field names are those of the contract.
type Product struct {
	ProductID   string `yaml:"productId"`
	ProdName    string `yaml:"prodName"`
	ProdAddress string `yaml:"prodAddress"`
	ProdEmail   string `yaml:"prodEmail"`
	ProdPhone   string `yaml:"prodPhone"`
	// ServiceHours are when ProdPhone is answered.
	ServiceHours       Hours     `yaml:"serviceHours"`
	PackageName        string    `yaml:"packageName"`
	CompanyName        string    `yaml:"companyName"`
	ThemeColor         string    `yaml:"themeColor"`
	BaseURL            string    `yaml:"baseUrl"`
	Lang               lang.Lang `yaml:"lang"`
	HomeForExample     bool      `yaml:"homeForExample"`
	IosDownloadURL     string    `yaml:"iosDownloadUrl"`
	AndroidDownloadURL string    `yaml:"androidDownloadUrl"`
	// EntID is the id of the chat widget; if empty, the widget is off.
	EntID string `yaml:"entId"`
	// LandingDetails makes the landing page show loan details and the example as tables (specification 2, the variant of
	// 20003); otherwise the same information is shown in a few lines.
	LandingDetails bool `yaml:"landingDetails"`
	// FaceCheck offers face checks if the deployment supports them.
	FaceCheck bool `yaml:"faceCheck"`
	// VideoSocketURL is the address of the real-time video socket.
	VideoSocketURL string `yaml:"videoSocketUrl"`
	BizType        string `yaml:"bizType"`
	// MinAppVersion is the oldest app version that is served. RecommendedAppVersion is the version to which users of older ones
	// are asked to update. If empty, there is no such check.
	MinAppVersion         Version `yaml:"minAppVersion"`
	RecommendedAppVersion Version `yaml:"recommendedAppVersion"`
	// AndroidCertificates are the SHA-256 fingerprints ("AB:CD:…") of the app's signing keys, AppleTeamID the team that
	// publishes it. If set, the product's links open its app.
	AndroidCertificates []string `yaml:"androidCertificates"`
	AppleTeamID         string   `yaml:"appleTeamId"`
	// Hosts are the host names of this product.
	Hosts []string `yaml:"hosts"`
}

// Serves reports whether a host name belongs to the product.
func (p Product) Serves(host string) bool {
	return slices.ContainsFunc(p.Hosts, func(own string) bool { return strings.EqualFold(own, host) })
}

// Embedded reads the demonstration products of a region ("vi"), in the order of ids ("20005").
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
	return products, distinct(products)
}

// distinct returns an error if a product is named twice, or if two have a host name in common: only the first would ever be served
// there, for example after a file was copied.
func distinct(products []Product) error {
	ids, hosts := map[string]bool{}, map[string]string{}
	for _, p := range products {
		if ids[p.ProductID] {
			return fmt.Errorf("product %s is named twice", p.ProductID)
		}
		ids[p.ProductID] = true
		for _, host := range p.Hosts {
			host = strings.ToLower(host)
			if other, taken := hosts[host]; taken && other != p.ProductID {
				return fmt.Errorf("product %s: host %s is already that of product %s", p.ProductID, host, other)
			}
			hosts[host] = p.ProductID
		}
	}
	return nil
}

var (
	hexColor    = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)
	fingerprint = regexp.MustCompile(`^([0-9A-F]{2}:){31}[0-9A-F]{2}$`)
	appleTeam   = regexp.MustCompile(`^[0-9A-Z]{10}$`)
	hostName    = regexp.MustCompile(`^[0-9A-Za-z]([0-9A-Za-z.-]*[0-9A-Za-z])?$`)
)

func (p Product) check(id string) error {
	switch {
	case p.ProductID != id:
		return fmt.Errorf("the file is for product %q", p.ProductID)
	case p.ProdName == "", p.CompanyName == "", p.ProdAddress == "":
		return fmt.Errorf("prodName, companyName and prodAddress are needed: a landing page must show them")
	case !hexColor.MatchString(p.ThemeColor):
		return fmt.Errorf("themeColor %q is not of the form #RRGGBB", p.ThemeColor)
	case p.ServiceHours.check() != nil:
		return p.ServiceHours.check()
	case p.Lang != "" && !p.Lang.Valid():
		return fmt.Errorf("lang %q is not one of %v", p.Lang, lang.All)
	}
	if err := p.checkAddresses(); err != nil {
		return err
	}
	return p.checkApp()
}

// checkAddresses validates where the product is reached. A host with a scheme or a port never matches a request, and borrowers get links
// that begin with baseUrl.
func (p Product) checkAddresses() error {
	for _, host := range p.Hosts {
		if !hostName.MatchString(host) {
			return fmt.Errorf("hosts: %q is not a host name (m.vayro.example), without https:// and without a port", host)
		}
	}
	if p.BaseURL != "" {
		base, err := url.Parse(p.BaseURL)
		if err != nil || !web(base) || strings.Trim(base.Path, "/") != "" || base.RawQuery != "" || base.Fragment != "" || base.User != nil {
			return fmt.Errorf("baseUrl %q is not the address of a host (https://m.vayro.example), without a path", p.BaseURL)
		}
	}
	for name, address := range map[string]string{"iosDownloadUrl": p.IosDownloadURL, "androidDownloadUrl": p.AndroidDownloadURL} {
		if at, err := url.Parse(address); address != "" && (err != nil || !web(at)) {
			return fmt.Errorf("%s %q is not an address (https://...)", name, address)
		}
	}
	return nil
}

func web(u *url.URL) bool { return (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" }

// checkApp validates the fields of the native app.
func (p Product) checkApp() error {
	for _, version := range []Version{p.MinAppVersion, p.RecommendedAppVersion} {
		if version != "" && !version.Valid() {
			return fmt.Errorf("%q is not a version of the form 1.2.3", version)
		}
	}
	if p.RecommendedAppVersion != "" && p.RecommendedAppVersion.Before(p.MinAppVersion) {
		return fmt.Errorf("recommendedAppVersion %s is older than minAppVersion %s", p.RecommendedAppVersion, p.MinAppVersion)
	}
	for _, one := range p.AndroidCertificates {
		if !fingerprint.MatchString(one) {
			return fmt.Errorf("androidCertificates: %q is not a SHA-256 fingerprint (AB:CD:…)", one)
		}
	}
	if p.AppleTeamID != "" && !appleTeam.MatchString(p.AppleTeamID) {
		return fmt.Errorf("appleTeamId %q is not a team id", p.AppleTeamID)
	}
	return nil
}
