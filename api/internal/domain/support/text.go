package support

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// The limits on a borrower's message: characters and images (spec 5).
const (
	MaxText   = 300
	MaxImages = 3
)

// MaxAnswer is the maximum length of an operator's answer, in characters.
const MaxAnswer = 2000

// Text normalizes the text of a field: Unicode NFC, no surrounding space, plain line ends. It returns an error for the field if
// the text is empty, longer than most characters, or contains control characters.
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
