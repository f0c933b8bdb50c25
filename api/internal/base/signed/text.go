package signed

import (
	"strings"
	"unicode"
)

// MaxText is the maximum length of a partner's text in characters. Our contract allows as much for the same texts in callbacks.
const MaxText = 100

// Text returns a free text of a partner's response as it can be stored: without characters that PostgreSQL cannot store or that a
// reader does not see, and not longer than MaxText. A strange text is no error, because the outcome beside it counts: a transfer
// with a strange serial number was made.
func Text(said string) string {
	shown := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r):
			return ' '
		case unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, said)
	tidy := []rune(strings.Join(strings.Fields(shown), " "))
	return strings.TrimSpace(string(tidy[:min(len(tidy), MaxText)]))
}

// Word returns a word of a partner's protocol, or an empty string if it does not look like one. Other text may contain a borrower's
// data, and words go to places from which nothing is erased, such as the audit log.
func Word(said string) string {
	if !plain.MatchString(said) {
		return ""
	}
	return said
}
