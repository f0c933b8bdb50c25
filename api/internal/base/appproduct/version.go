package appproduct

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
)

// Version is a version of the native app, "1.2.3".
type Version string

var versionForm = regexp.MustCompile(`^\d{1,4}\.\d{1,4}\.\d{1,4}$`)

// Valid reports whether v has the format of a version.
func (v Version) Valid() bool { return versionForm.MatchString(string(v)) }

// Before reports whether v is older than other. An invalid version is older than every valid one, and no version is older than
// an empty other.
func (v Version) Before(other Version) bool {
	if !other.Valid() || !v.Valid() {
		return other.Valid()
	}
	mine, others := strings.Split(string(v), "."), strings.Split(string(other), ".")
	for i := range mine {
		if order := cmp.Compare(number(mine[i]), number(others[i])); order != 0 {
			return order < 0
		}
	}
	return false
}

// number parses at most four digits.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
