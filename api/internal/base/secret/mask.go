package secret

import "strings"

// dot replaces a hidden character.
const dot = '•'

// MaskPhone shows the first three and last three digits: 090••••567. A number of fewer than eight characters shows only its
// last two.
func MaskPhone(phone string) string {
	if len([]rune(phone)) < 8 {
		return mask(phone, 0, 2)
	}
	return mask(phone, 3, 3)
}

// MaskAccount shows the last four characters of an account or ID number: ••••••7858.
func MaskAccount(number string) string { return mask(number, 0, 4) }

// MaskName shows the last word, which is the given name in Vietnamese, and the first letter of the others: "Nguyễn Thị Lan"
// becomes "N•••• T•• Lan". A name of one word shows its first letter.
func MaskName(name string) string {
	words := strings.Fields(name)
	for i, word := range words {
		if i < len(words)-1 || len(words) == 1 {
			words[i] = mask(word, 1, 0)
		}
	}
	return strings.Join(words, " ")
}

// Last4 returns the last four characters, which are stored beside a sealed number. For a shorter number it returns four dots.
func Last4(number string) string {
	runes := []rune(number)
	if len(runes) < 4 {
		return strings.Repeat(string(dot), 4)
	}
	return string(runes[len(runes)-4:])
}

// ShownEnd returns the characters that MaskAccount or Last4 left visible; empty if none.
func ShownEnd(masked string) string { return strings.TrimLeft(masked, string(dot)) }

// mask hides all but the first head and last tail characters. A string too short to hide anything is hidden completely.
func mask(s string, head, tail int) string {
	runes := []rune(s)
	if len(runes) <= head+tail {
		head, tail = 0, 0
	}
	for i := head; i < len(runes)-tail; i++ {
		runes[i] = dot
	}
	return string(runes)
}
