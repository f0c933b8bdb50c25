package bankcard

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// The types of account numbers.
const (
	TypeAccount = "account"
	TypeCard    = "card"
)

// Form is a new card as entered.
type Form struct {
	BankCode    string
	Number      string
	NumberAgain string
	Type        string
	Passbook    *uuid.UUID
}

var cardForm = regexp.MustCompile(`^[0-9]{16,19}$`)

// Check validates the form for the region: the bank must be in its list, both entries of the number equal and well-formed, and a
// passbook picture present if required. It returns the form with the number in upper case and without separators.
func (f Form) Check(r *region.Region) (Form, error) {
	fields := map[string]reason.Reason{}
	if _, known := r.Bank(f.BankCode); !known {
		fields["bankCode"] = reason.BankUnknown
	}
	f.Number, f.NumberAgain = squeeze(f.Number), squeeze(f.NumberAgain)
	switch {
	case f.Number == "":
		fields["accountNumber"] = reason.FieldRequired
	case f.Type == TypeCard && (!cardForm.MatchString(f.Number) || !luhn(f.Number)),
		f.Type != TypeCard && !r.AccountNumber.Matches(f.Number):
		fields["accountNumber"] = reason.AccountNumber
	}
	if r.AccountAgain && f.Number != f.NumberAgain {
		fields["accountNumberAgain"] = reason.FieldMismatch
	}
	if f.Type != TypeCard && f.Type != TypeAccount {
		fields["accountType"] = reason.FieldNotOffered
	}
	if r.Passbook && f.Passbook == nil {
		fields["passbookFileId"] = reason.FileMissing
	}
	if len(fields) > 0 {
		return f, reason.Invalid(fields)
	}
	return f, nil
}

// squeeze removes spaces, hyphens and dots, and converts to upper case.
func squeeze(typed string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' || r == '.' {
			return -1
		}
		return r
	}, typed))
}

// luhn reports whether the check digit of a card number is correct (ISO/IEC 7812).
func luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			d *= 2
			if d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
