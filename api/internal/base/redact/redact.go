// Package redact removes from log texts what they may quote of a person.
package redact

import (
	"net/netip"
	"regexp"
	"strings"
)

const (
	// digit also matches Thai and full-width digits, gap what people write between groups of digits: any space, dash, dot, slash
	// or bracket, also of full width or invisible.
	digit = `[0-9\x{e50}-\x{e59}\x{ff10}-\x{ff19}]`
	gap   = `[ \t./()\x{a0}\x{ad}\x{b7}\x{2000}-\x{2015}\x{202f}\x{205f}\x{2060}\x{2212}\x{3000}\x{feff}\x{ff08}\x{ff09}\x{ff0d}-\x{ff0f}-]`
	// longText matches what may be a phone, ID or account number in any notation, a token or a key.
	longText = `[A-Za-z0-9_+/=-]{32,}|` + digit + `(?:` + gap + `{0,3}` + digit + `){5,}`
)

var long = regexp.MustCompile(longText)

const day = `20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`

// idOrDay matches the id of a row, a day with or without its hour, and a range of days. Groups of digits that are no day may be a phone
// number.
var idOrDay = regexp.MustCompile(
	`^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|` + day + `( ([01]\d|2[0-3]))?|` + day + ` ?[-/–] ?` + day + `)$`)

// harmless reports whether a long string identifies a row, a day, or one of our machines or networks rather than a person.
func harmless(found string) bool {
	if _, err := netip.ParseAddr(found); err == nil {
		return true
	}
	_, err := netip.ParsePrefix(found)
	return err == nil || idOrDay.MatchString(found)
}

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
		if harmless(found) {
			return found
		}
		return "#"
	})
}
