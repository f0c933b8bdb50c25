package carriercheck

import (
	"strings"
	"unicode"
)

const minPassword = 8

// Strong reports whether a new password is strong enough: at least 8 characters with digits and letters (specification
// 5, 10008).
func Strong(password string) bool {
	return len([]rune(password)) >= minPassword && strings.ContainsAny(password, "0123456789") && strings.ContainsFunc(password, unicode.IsLetter)
}
