// Package redact takes out of texts for the log what they may quote of a person.
package redact

import (
	"regexp"
	"strings"
)

// long finds what may be a phone, an ID or account number, in whatever way it is written, a token or a key.
var long = regexp.MustCompile(`[A-Za-z0-9_+/=-]{32,}|\d(?:[ .()-]{0,2}\d){5,}`)

// harmless is long as well, and names a row, a day with its hour, or a machine of ours rather than a person.
var harmless = regexp.MustCompile(`^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d( \d\d)?|(\d{1,3}\.){3}\d{1,3})$`)

// longest bounds a text in bytes: what was wrong stands at its beginning.
const longest = 1 << 10

// Text puts # in the place of everything in an error's text that may be a number of a person or a secret, and cuts it.
func Text(text string) string {
	clean := Numbers(text)
	if len(clean) > longest {
		return strings.ToValidUTF8(clean[:longest], "") + "…"
	}
	return clean
}

// Numbers is Text without the cut, for what is no line of the log: it may name many rows.
func Numbers(text string) string {
	return long.ReplaceAllStringFunc(text, func(found string) string {
		if harmless.MatchString(found) {
			return found
		}
		return "#"
	})
}
