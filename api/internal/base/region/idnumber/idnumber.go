// Package idnumber parses the numbers of identity cards. Each rule is a function of the number alone, selected by the region's
// file. What the number says about its holder is compared with what they entered.
package idnumber

import (
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// UnknownProvince is a warning that the province code is not in the list. It does not reject the number, because lists become
// outdated.
const UnknownProvince = "unknown_province"

// The genders of the specification.
const (
	Female = 0
	Male   = 1
	// UnknownGender is used if the number does not contain the gender.
	UnknownGender = -1
)

// Card is the information in a number.
type Card struct {
	// Number is the number in the form that is stored and hashed.
	Number string
	// Birth is YYYY-MM-DD with a ? for each digit that the number does not contain; empty if it contains none.
	Birth string
	// Gender is Female, Male or UnknownGender.
	Gender   int
	Warnings []string
}

type rule func(number string) (Card, reason.Reason)

var rules = map[string]rule{"vn": vietnam, "cn": china, "id": indonesia, "th": thailand, "gh": ghana}

// Read checks a number by the named rule. The reason is empty if the number is valid; otherwise it is IDNumberWrong, IDFirstGen
// or IDOldFormat, which tell the borrower what to do. Spaces, dashes and dots are ignored.
func Read(name, typed string) (Card, reason.Reason) {
	read, known := rules[name]
	if !known {
		return Card{}, reason.IDNumberWrong
	}
	return read(squeeze(typed))
}

// Contradictions compares the number with the birthday and gender that were entered, and returns a reason for each field that
// differs.
func (c Card) Contradictions(birthday money.Date, gender int) map[string]reason.Reason {
	fields := map[string]reason.Reason{}
	if !matches(c.Birth, birthday.String()) {
		fields["birthday"] = reason.IDBirthday
	}
	if c.Gender != UnknownGender && c.Gender != gender {
		fields["gender"] = reason.IDGender
	}
	return fields
}

func matches(pattern, date string) bool {
	if pattern == "" {
		return true
	}
	if len(pattern) != len(date) {
		return false
	}
	for i := range len(pattern) {
		if pattern[i] != '?' && pattern[i] != date[i] {
			return false
		}
	}
	return true
}

// Last4 returns the last four characters of a number, not counting separators between groups.
func Last4(number string) string { return secret.Last4(squeeze(number)) }

var separators = strings.NewReplacer(" ", "", "-", "", ".", "", "\u00a0", "")

func squeeze(typed string) string {
	return strings.ToUpper(separators.Replace(strings.TrimSpace(typed)))
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

func warnUnless(known bool) []string {
	if known {
		return nil
	}
	return []string{UnknownProvince}
}

// exists reports whether a YYYY-MM-DD string is a valid date.
func exists(date string) bool {
	_, err := money.ParseDate(date)
	return err == nil
}
