package region

import (
	"fmt"
	"slices"
	"strings"
)

// The ways in which a carrier proves a number.
const (
	// ByPassword: the borrower gives the service password of their account with the carrier, then a code that it texts.
	ByPassword = "password"
	// ByCode: the code that the carrier texts is enough.
	ByCode = "code"
)

// Carrier is a mobile operator of the region.
type Carrier struct {
	// Code is ours for good: it stands in addresses and rows.
	Code string `yaml:"code"`
	Name string `yaml:"name"`
	// Ways are ByPassword, ByCode or both, the one to propose first.
	Ways []string `yaml:"ways"`
	// Register tells whether an account can be opened with the carrier from here.
	Register bool `yaml:"register"`
	// Prefixes are the first digits of national numbers that the carrier was given. Numbers move: they only suggest.
	Prefixes []string `yaml:"prefixes"`
}

// Offers reports whether the carrier knows a way.
func (c Carrier) Offers(way string) bool { return slices.Contains(c.Ways, way) }

// CarrierCheck is the carrier verification of the region: who takes part, and what it is worth.
type CarrierCheck struct {
	// Required puts it among what an application needs; else it is the borrower's choice.
	Required bool `yaml:"required"`
	// ValidDays is how long a result stands.
	ValidDays int `yaml:"validDays"`
	// ScoreBonus is added to the credit score, and LimitBonusBps of it to the limit, the first time.
	ScoreBonus    int       `yaml:"scoreBonus"`
	LimitBonusBps int64     `yaml:"limitBonusBps"`
	Carriers      []Carrier `yaml:"carriers"`
}

// Carrier finds a carrier by its code.
func (r *Region) Carrier(code string) (Carrier, bool) {
	for _, c := range r.CarrierCheck.Carriers {
		if c.Code == code {
			return c, true
		}
	}
	return Carrier{}, false
}

// CarrierOf suggests the carrier of a national number by its longest prefix; empty where none fits.
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
		return fmt.Errorf("the carrier check names no carrier, no validity or a negative bonus")
	}
	codes, prefixes := map[string]bool{}, map[string]string{}
	for _, one := range c.Carriers {
		if one.Code == "" || one.Name == "" || len(one.Ways) == 0 || codes[one.Code] {
			return fmt.Errorf("carrier %q lacks a name or a way, or stands twice", one.Code)
		}
		codes[one.Code] = true
		for _, way := range one.Ways {
			if way != ByPassword && way != ByCode {
				return fmt.Errorf("carrier %q knows an unknown way %q", one.Code, way)
			}
		}
		for _, prefix := range one.Prefixes {
			if other, taken := prefixes[prefix]; taken {
				return fmt.Errorf("prefix %s is of %s and of %s", prefix, other, one.Code)
			}
			prefixes[prefix] = one.Code
		}
	}
	return nil
}
