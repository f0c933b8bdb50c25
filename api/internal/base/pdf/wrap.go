package pdf

import (
	"strings"
	"unicode"
)

// cluster is a letter with its marks; lines never break inside it.
type cluster struct {
	text string
	// family is the font that contains it.
	family family
	// loose is true for scripts that do not put spaces between words.
	loose bool
	space bool
}

// lastRune is the last character that fpdf can write; it panics at those after it. No font has them: they are printed like any other
// character that none has, as an empty box.
const lastRune = 0xFFFF

// clusters splits a text.
func clusters(s string) []cluster {
	var all []cluster
	leading := false
	for _, r := range s {
		if r > lastRune {
			r = unicode.ReplacementChar
		}
		if len(all) > 0 && !all[len(all)-1].space && r != ' ' && (leading || joins(r)) {
			all[len(all)-1].text += string(r)
			leading = isThaiLeading(r)
			continue
		}
		all = append(all, cluster{text: string(r), family: familyOf(r), loose: isHan(r) || unicode.Is(unicode.Thai, r), space: r == ' '})
		leading = isThaiLeading(r)
	}
	return all
}

// joins reports whether r is attached to the letter before it.
func joins(r rune) bool {
	return unicode.Is(unicode.Mn, r) || isRaised(r) || r == thaiSaraAm || r == 0x0E30 || r == 0x0E32 || r == 0x0E46
}

// isThaiLeading reports whether r is a vowel that is written before its consonant.
func isThaiLeading(r rune) bool { return r >= 0x0E40 && r <= 0x0E44 }

func isHan(r rune) bool {
	return unicode.Is(unicode.Han, r) || (r >= 0x3000 && r <= 0x303F) || (r >= 0xFF00 && r <= 0xFFEF)
}

// closing punctuation must not begin a line.
const closing = "，。；：、）！？》」』”’),.;:!?"

// wrap breaks a line so that no part is wider than `most`: at a space if possible, else between letters of a script without
// spaces, else anywhere.
func wrap(line []cluster, most float64, measure func(cluster) float64) [][]cluster {
	var lines [][]cluster
	var used float64
	start, space, loose := 0, -1, -1
	for i := 0; i < len(line); i++ {
		if i > start && mayBreak(line[i-1], line[i]) {
			loose = i
		}
		if line[i].space {
			space = i
		}
		used += measure(line[i])
		if used <= most || i == start || line[i].space {
			continue
		}
		end, next := i, i
		switch {
		case space > start && 3*(space-start) >= 2*(i-start), space > start && loose <= start:
			end, next = space, space+1
		case loose > start:
			end, next = loose, loose
		}
		lines = append(lines, line[start:end])
		start, space, loose, used = next, -1, -1, 0
		i = next - 1
	}
	if start < len(line) {
		lines = append(lines, line[start:])
	}
	return lines
}

func mayBreak(before, after cluster) bool {
	return before.loose && after.loose && !strings.Contains(closing, after.text)
}

func width(line []cluster, measure func(cluster) float64) float64 {
	var sum float64
	for _, c := range line {
		sum += measure(c)
	}
	return sum
}

func join(line []cluster) string {
	var b strings.Builder
	for _, c := range line {
		b.WriteString(c.text)
	}
	return b.String()
}
