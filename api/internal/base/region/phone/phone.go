// Package phone normalises and checks phone numbers by the rules of a region (specification 5). There are two checks: that of
// the landing page, which uses the prefixes of the region's file, and the general one, which uses libphonenumber. Each accepts
// numbers that the other rejects; this is intended.
package phone

import (
	"fmt"
	"strings"
	"sync"

	"github.com/nyaruka/phonenumbers"

	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// MinContactDigits is the minimum length of an emergency contact's number.
const MinContactDigits = 8

// Normalise converts what was typed or pasted to the national form that is stored: digits only, without the dialling code, and
// with the leading 0 if the region has one ("912345678" and "+84 912 345 678" become "0912345678"). It does not validate: an
// invalid number stays invalid, and a number of another country keeps its 00, so that it is invalid here.
func Normalise(r *region.Region, typed string) string {
	number := nationalDigits(r, typed)
	if r.ForceLeadingZero && number != "" && number[0] != '0' {
		number = "0" + number
	}
	return number
}

func nationalDigits(r *region.Region, typed string) string {
	code, number := Digits(r.AreaCode), Digits(typed)
	if before, _, _ := strings.Cut(typed, "+"); len(before) < len(typed) && Digits(before) == "" {
		if national, ours := strings.CutPrefix(number, code); ours {
			return national
		}
		if number == "" || number[0] == '0' {
			return number
		}
		return "00" + number
	}
	if national, ours := strings.CutPrefix(number, "00"+code); ours {
		return national
	}
	longest := r.MaxPhoneLength
	if r.ForceLeadingZero {
		longest--
	}
	// For example "84912345678": too long for a national number, and it begins with the dialling code.
	if national, ours := strings.CutPrefix(number, code); ours && len(number) > longest {
		return national
	}
	return number
}

// Landing is the landing page's check of a national number: the prefixes and lengths that the region lists.
func Landing(r *region.Region, national string) bool { return r.LandingPhone.MatchString(national) }

// Valid is the general check of a national number: libphonenumber must accept it as a mobile number of the region, and it must
// not be longer than the region allows.
func Valid(r *region.Region, national string) bool {
	if len(national) > r.MaxPhoneLength || national != Digits(national) {
		return false
	}
	if r.ForceLeadingZero && !strings.HasPrefix(national, "0") {
		return false
	}
	number, err := phonenumbers.Parse(national, r.ISO)
	if err != nil || !phonenumbers.IsValidNumberForRegion(number, r.ISO) {
		return false
	}
	kind := phonenumbers.GetNumberType(number)
	return kind == phonenumbers.MOBILE || kind == phonenumbers.FIXED_LINE_OR_MOBILE
}

// MobilePattern returns a regular expression for mobile numbers in the national form, from libphonenumber's tables, for checks
// while the number is typed.
func MobilePattern(r *region.Region) string {
	zero := ""
	if r.ForceLeadingZero {
		zero = "0"
	}
	return "^" + zero + "(?:" + mobiles()[r.ISO] + ")$"
}

// mobiles returns the patterns of mobile numbers by ISO 3166 code, without the leading 0.
var mobiles = sync.OnceValue(func() map[string]string {
	tables, err := phonenumbers.MetadataCollection()
	if err != nil {
		panic(fmt.Sprintf("phone: the library's tables: %v", err))
	}
	patterns := make(map[string]string, len(tables.GetMetadata()))
	for _, table := range tables.GetMetadata() {
		patterns[table.GetId()] = table.GetMobile().GetNationalNumberPattern()
	}
	return patterns
})

// E164 returns the international form of a national number, "+84912345678".
func E164(r *region.Region, national string) string {
	if r.ForceLeadingZero {
		national = strings.TrimPrefix(national, "0")
	}
	return r.AreaCode + national
}

// Digits returns the ASCII digits of a text.
func Digits(s string) string {
	return strings.Map(func(c rune) rune {
		if c < '0' || c > '9' {
			return -1
		}
		return c
	}, s)
}
