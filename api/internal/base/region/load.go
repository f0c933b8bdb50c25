package region

import (
	"bytes"
	"embed"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"sync"
	"time"
	_ "time/tzdata" // a container may not contain time zone data

	"github.com/goccy/go-yaml"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

//go:embed data
var data embed.FS

// file is the content of a region's file: the region and the fields that are parsed after decoding.
type file struct {
	Region       `yaml:",inline"`
	TimeZoneName string `yaml:"timeZone"`
	LandingPhone string `yaml:"landingPhone"`
}

// regions loads all files once. They are embedded in the binary: a wrong file is a bug that the first test finds.
var regions = sync.OnceValue(func() map[string]*Region {
	entries, err := data.ReadDir("data/regions")
	if err != nil {
		panic(err)
	}
	all := make(map[string]*Region, len(entries))
	for _, entry := range entries {
		r, err := load(entry.Name())
		if err != nil {
			panic(fmt.Sprintf("region: %s: %v", entry.Name(), err))
		}
		all[r.Code] = r
	}
	return all
})

// Get returns the region with a code, or nil if it is not configured.
func Get(code string) *Region { return regions()[code] }

// Codes returns the configured regions in alphabetical order.
func Codes() []string {
	codes := make([]string, 0, len(regions()))
	for code := range regions() {
		codes = append(codes, code)
	}
	sort.Strings(codes)
	return codes
}

func load(name string) (*Region, error) {
	var f file
	if err := decode("data/regions/"+name, &f); err != nil {
		return nil, err
	}
	r := &f.Region
	var banks struct {
		Source string `yaml:"source"`
		Banks  []Bank `yaml:"banks"`
	}
	if err := decode("data/banks/"+name, &banks); err != nil {
		return nil, err
	}
	r.Banks = banks.Banks
	if err := decode("data/carriers/"+name, &r.CarrierCheck); err != nil {
		return nil, err
	}
	var err error
	if r.TimeZone, err = time.LoadLocation(f.TimeZoneName); err != nil {
		return nil, err
	}
	if r.LandingPhone, err = regexp.Compile(f.LandingPhone); err != nil {
		return nil, err
	}
	r.areas = lazyAreas(r.Code)
	r.toMinorUnits()
	return r, r.check(name)
}

func (r *Region) check(name string) error {
	if r.Code+".yaml" != name {
		return fmt.Errorf("the file holds region %q", r.Code)
	}
	if !r.Currency.Valid() {
		return fmt.Errorf("currency %q is unknown", r.Currency)
	}
	if !slices.Contains([]PayCodeKind{VietQR, PromptPay, VirtualAccount}, r.PayCode) {
		return fmt.Errorf("payCode %q is unknown", r.PayCode)
	}
	for _, err := range []error{r.buildCalendar(), checkBands(r.IncomeBands), checkBanks(r.Banks), r.CarrierCheck.check(), r.HomeSample.complete(r.Currency), r.Landing.check(r), r.checkLoanCaps(), r.checkService(), r.AccountNumber.check()} {
		if err != nil {
			return err
		}
	}
	return nil
}

// toMinorUnits converts the file's whole currency units to minor units; the home sample converts its own amounts.
func (r *Region) toMinorUnits() {
	amounts := []*int64{
		&r.PaycodeMin, &r.ReturnFeeMax, &r.DefaultLimit, &r.Landing.Amount.Min, &r.Landing.Amount.Max,
		&r.ProductList.White.Min, &r.ProductList.White.Max, &r.ProductList.NonWhite.Min, &r.ProductList.NonWhite.Max,
	}
	for i := range r.IncomeBands {
		amounts = append(amounts, &r.IncomeBands[i].From, &r.IncomeBands[i].To)
	}
	for i := range r.LoanCaps {
		amounts = append(amounts, &r.LoanCaps[i].MaxPrincipal, &r.LoanCaps[i].MaxDebt)
	}
	for _, amount := range amounts {
		*amount = money.Whole(*amount, r.Currency).Minor
	}
}

// decode reads a YAML file strictly: an unknown key is an error.
func decode(path string, into any) error {
	raw, err := data.ReadFile(path)
	if err != nil {
		return err
	}
	return yaml.NewDecoder(bytes.NewReader(raw), yaml.Strict()).Decode(into)
}
