// Package idnumber reads the numbers of identity cards. Each rule is a function of the number alone, picked by the
// region's file; what the number tells about its holder is held against what they typed.
package idnumber

import (
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// UnknownProvince warns that the number begins with a province that the list does not hold. It does not block: lists age.
const UnknownProvince = "unknown_province"

// The genders of the specification.
const (
	Female = 0
	Male   = 1
	// UnknownGender is the gender of a number that does not tell it.
	UnknownGender = -1
)

// Card is what a number tells.
type Card struct {
	// Number is the form that is stored and hashed.
	Number string
	// Birth is YYYY-MM-DD with a ? for each digit that the number does not tell; empty when it tells nothing.
	Birth string
	// Gender is Female, Male or Untold.
	Gender   int
	Warnings []string
}

type rule func(number string) (Card, reason.Reason)

var rules = map[string]rule{"vn": vietnam, "cn": china, "id": indonesia, "th": thailand, "gh": ghana}

// Read checks a number by the named rule. The reason is empty when it is right; otherwise it says what to do about it:
// IDNumberWrong, IDFirstGen or IDOldFormat. Spaces, dashes and dots do not count.
func Read(name, typed string) (Card, reason.Reason) {
	read, known := rules[name]
	if !known {
		return Card{}, reason.IDNumberWrong
	}
	return read(squeeze(typed))
}

// Contradictions holds the number against a birthday and a gender that were typed, by field.
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

// Last4 are the last four characters of a number as people name them: what only separates its groups does not count.
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

// exists reports whether YYYY-MM-DD is a day of the calendar.
func exists(date string) bool {
	_, err := money.ParseDate(date)
	return err == nil
}
