package bankcard

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
	"github.com/loanmarket/loanmarket/api/internal/base/region"
)

// The types of an account number.
const (
	TypeAccount = "account"
	TypeCard    = "card"
)

// Form is a new card as typed.
type Form struct {
	BankCode    string
	Number      string
	NumberAgain string
	Type        string
	Passbook    *uuid.UUID
}

var cardForm = regexp.MustCompile(`^[0-9]{16,19}$`)

// Check holds the form against the region: a bank of its list, the number twice the same and of the right form, a picture
// of the passbook where one is asked. The number comes back without spaces and in capitals.
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

// squeeze drops what people put between digits.
func squeeze(typed string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' || r == '.' {
			return -1
		}
		return r
	}, typed))
}

// luhn is the check digit of card numbers (ISO/IEC 7812).
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
