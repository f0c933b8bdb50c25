package pdf

import (
	"slices"
	"strings"
)

// Thai has marks above its consonants, and tone marks above vowels, which a PDF without text shaping would print on top of each
// other. The font has shifted copies of each mark in the private use area (see fonts/build.py); shape selects them.
const (
	thaiSaraAm = 0x0E33
	private    = 0xE000

	raised     = 0
	left       = 1
	raisedLeft = 2
)

// upperMarks are in the order of the font's copies, four code points each.
var upperMarks = []rune{0x0E31, 0x0E34, 0x0E35, 0x0E36, 0x0E37, 0x0E47, 0x0E48, 0x0E49, 0x0E4A, 0x0E4B, 0x0E4C, 0x0E4D}

// isTone reports whether r is a mark that is placed above a vowel.
func isTone(r rune) bool { return r >= 0x0E48 && r <= 0x0E4C }

// isTall reports whether r is a consonant whose stem reaches the height of the marks: po pla, fo fa, fo fan.
func isTall(r rune) bool { return r == 0x0E1B || r == 0x0E1D || r == 0x0E1F }

func isRaised(r rune) bool { return r >= private && r < private+rune(4*len(upperMarks)) }

// shape replaces marks that would collide with their shifted copies; other text is unchanged.
func shape(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return slices.Contains(upperMarks, r) }) {
		return s
	}
	runes := []rune(s)
	out := slices.Clone(runes)
	var tall, vowel bool
	for i, r := range runes {
		mark := slices.Index(upperMarks, r)
		if mark < 0 {
			if r < 0x0E38 || r > 0x0E3A { // marks below do not affect those above
				tall, vowel = isTall(r), false
			}
			continue
		}
		above := vowel || (i+1 < len(runes) && runes[i+1] == thaiSaraAm)
		switch {
		case isTone(r) && above && tall:
			out[i] = copyOf(mark, raisedLeft)
		case isTone(r) && above:
			out[i] = copyOf(mark, raised)
		case tall:
			out[i] = copyOf(mark, left)
		}
		vowel = vowel || !isTone(r)
	}
	return string(out)
}

func copyOf(mark, which int) rune { return private + rune(4*mark+which) }
