package region

import (
	"fmt"
	"slices"
	"strings"
)

// The methods by which a carrier proves a phone number.
const (
	// ByPassword means that the borrower enters the service password of their account with the carrier, then a code that it
	// sends by SMS.
	ByPassword = "password"
	// ByCode means that the code sent by the carrier is enough.
	ByCode = "code"
)

// Carrier is a mobile operator of the region.
type Carrier struct {
	// Code is our own code and never changes: it is used in URLs and rows.
	Code string `yaml:"code"`
	Name string `yaml:"name"`
	// Ways are ByPassword, ByCode or both; the first is proposed first.
	Ways []string `yaml:"ways"`
	// Register reports whether the borrower can open an account with the carrier from the app.
	Register bool `yaml:"register"`
	// Prefixes are the first digits of the national numbers allocated to the carrier. Numbers can be ported, so they only
	// suggest a carrier.
	Prefixes []string `yaml:"prefixes"`
}

// Offers reports whether the carrier supports a method.
func (c Carrier) Offers(way string) bool { return slices.Contains(c.Ways, way) }

// CarrierCheck configures the carrier verification of the region.
type CarrierCheck struct {
	// Required makes it a required part of an application; otherwise it is optional.
	Required bool `yaml:"required"`
	// ValidDays is how many days a result is valid.
	ValidDays int `yaml:"validDays"`
	// ScoreBonus is added to the credit score, and LimitBonusBps of the limit to the limit, after the first verification.
	ScoreBonus    int       `yaml:"scoreBonus"`
	LimitBonusBps int64     `yaml:"limitBonusBps"`
	Carriers      []Carrier `yaml:"carriers"`
}

// Carrier returns the carrier with a code.
func (r *Region) Carrier(code string) (Carrier, bool) {
	for _, c := range r.CarrierCheck.Carriers {
		if c.Code == code {
			return c, true
		}
	}
	return Carrier{}, false
}

// CarrierOf returns the code of the carrier with the longest matching prefix of a national number; "" if none matches.
func (r *Region) CarrierOf(national string) string {
	found, length := "", 0
	for _, c := range r.CarrierCheck.Carriers {
		for _, prefix := range c.Prefixes {
			if len(prefix) > length && strings.HasPrefix(national, prefix) {
				found, length = c.Code, len(prefix)
			}
		}
	}
	return found
}

func (c CarrierCheck) check() error {
	if len(c.Carriers) == 0 || c.ValidDays < 1 || c.ScoreBonus < 0 || c.LimitBonusBps < 0 {
		return fmt.Errorf("the carrier check has no carrier, no validity or a negative bonus")
	}
	codes, prefixes := map[string]bool{}, map[string]string{}
	for _, one := range c.Carriers {
		if one.Code == "" || one.Name == "" || len(one.Ways) == 0 || codes[one.Code] {
			return fmt.Errorf("carrier %q lacks a name or a way, or is listed twice", one.Code)
		}
		codes[one.Code] = true
		for _, way := range one.Ways {
			if way != ByPassword && way != ByCode {
				return fmt.Errorf("carrier %q knows an unknown way %q", one.Code, way)
			}
		}
		for _, prefix := range one.Prefixes {
			if other, taken := prefixes[prefix]; taken {
				return fmt.Errorf("prefix %s is listed for %s and for %s", prefix, other, one.Code)
			}
			prefixes[prefix] = one.Code
		}
	}
	return nil
}
