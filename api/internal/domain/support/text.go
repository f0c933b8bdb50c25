package support

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// The most that a borrower writes and shows at a time (spec 5).
const (
	MaxText   = 300
	MaxImages = 3
)

// MaxAnswer bounds what an operator writes, in characters.
const MaxAnswer = 2000

// Text tidies what was typed into a field: one form of each letter, no space around it, plain line ends. Nothing, control
// characters and more than most characters are refused at the field.
func Text(field, typed string, most int) (string, error) {
	tidy := strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\t", " ").Replace(norm.NFC.String(typed)))
	switch {
	case tidy == "":
		return "", reason.InvalidField(field, reason.FieldRequired)
	case utf8.RuneCountInString(tidy) > most:
		return "", reason.InvalidField(field, tooLong(most))
	case strings.ContainsFunc(tidy, func(r rune) bool { return r != '\n' && unicode.IsControl(r) }):
		return "", reason.InvalidField(field, reason.FieldCharacters)
	}
	return tidy, nil
}

func tooLong(most int) reason.Reason {
	if most == MaxText {
		return reason.ComplaintTooLong
	}
	return reason.FieldTooLong
}
