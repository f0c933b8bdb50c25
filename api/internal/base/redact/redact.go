// Package redact takes out of texts for the log what they may quote of a person.
package redact

import (
	"regexp"
	"strings"
)

// long finds what may be a phone, an ID or account number, a token or a key.
var long = regexp.MustCompile(`[0-9]{6,}|[A-Za-z0-9_+/=-]{32,}`)

// rowID is long as well, and names a row rather than a person.
var rowID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// longest bounds a text in bytes: what was wrong stands at its beginning.
const longest = 1 << 10

// Text puts # in the place of everything in an error's text that may be a number of a person or a secret, and cuts it.
func Text(text string) string {
	clean := long.ReplaceAllStringFunc(text, func(found string) string {
		if rowID.MatchString(found) {
			return found
		}
		return "#"
	})
	if len(clean) > longest {
		return strings.ToValidUTF8(clean[:longest], "") + "…"
	}
	return clean
}
