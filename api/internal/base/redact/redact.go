// Package redact removes from log texts what they may quote of a person.
package redact

import (
	"regexp"
	"strings"
)

// long matches what may be a phone, ID or account number in any notation, a token or a key.
var long = regexp.MustCompile(`[A-Za-z0-9_+/=-]{32,}|\d(?:[ .()-]{0,2}\d){5,}`)

// harmless matches long strings that identify a row, a date with its hour, or one of our machines rather than a person.
var harmless = regexp.MustCompile(`^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d( \d\d)?|(\d{1,3}\.){3}\d{1,3})$`)

// longest is the maximum length of a text in bytes: the cause of an error is at its beginning.
const longest = 1 << 10

// Text replaces with # everything in an error's text that may be a person's number or a secret, and truncates it.
func Text(text string) string {
	clean := Numbers(text)
	if len(clean) > longest {
		return strings.ToValidUTF8(clean[:longest], "") + "…"
	}
	return clean
}

// Numbers is Text without truncation, for texts outside the log: they may name many rows.
func Numbers(text string) string {
	return long.ReplaceAllStringFunc(text, func(found string) string {
		if harmless.MatchString(found) {
			return found
		}
		return "#"
	})
}
