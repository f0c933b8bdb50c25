package secret

import "strings"

// dot stands for what is not shown.
const dot = '•'

// MaskPhone shows the first three and last three digits: 090••••567. Shorter numbers show their last two.
func MaskPhone(phone string) string {
	if len([]rune(phone)) < 8 {
		return mask(phone, 0, 2)
	}
	return mask(phone, 3, 3)
}

// MaskAccount shows the last four of an account or ID number: ••••••7858.
func MaskAccount(number string) string { return mask(number, 0, 4) }

// MaskName shows the last word, which Vietnamese people are called by, and the first letter of the others: "Nguyễn Thị
// Lan" becomes "N•••• T•• Lan". A name of one word shows its first letter.
func MaskName(name string) string {
	words := strings.Fields(name)
	for i, word := range words {
		if i < len(words)-1 || len(words) == 1 {
			words[i] = mask(word, 1, 0)
		}
	}
	return strings.Join(words, " ")
}

// Last4 is the tail that is stored beside a sealed number; a shorter number is padded with dots, never shown whole.
func Last4(number string) string {
	runes := []rune(number)
	if len(runes) < 4 {
		return strings.Repeat(string(dot), 4)
	}
	return string(runes[len(runes)-4:])
}

// ShownEnd is what MaskAccount or Last4 has left to be seen of a number; empty where that is nothing.
func ShownEnd(masked string) string { return strings.TrimLeft(masked, string(dot)) }

// mask hides all but the first head and last tail characters; what would be shown whole is hidden whole.
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
