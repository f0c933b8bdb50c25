package payment

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// ErrNoAccount: the bank knows no such account.
var ErrNoAccount = errors.New("payment: no such account")

// strokes are letters that are no base letter with a mark, as banks of Vietnam and Ghana print them.
var strokes = strings.NewReplacer("Đ", "D", "đ", "d", "Ɖ", "D", "ɖ", "d", "Ɛ", "E", "ɛ", "e", "Ɔ", "O", "ɔ", "o", "Ŋ", "N", "ŋ", "n")

// PlainName is a name as banks print it: NGUYEN THI DUNG for "Nguyễn  Thị Dũng". Scripts without Latin letters keep
// theirs.
func PlainName(name string) string {
	bare := transform.Chain(norm.NFD, runes.Remove(runes.Predicate(accent)), norm.NFC)
	plain, _, err := transform.String(bare, strokes.Replace(name))
	if err != nil {
		plain = name
	}
	return strings.Join(strings.Fields(strings.ToUpper(plain)), " ")
}

// accent reports a mark over or under a Latin letter. Thai vowels are marks too and belong to the name.
func accent(r rune) bool { return unicode.Is(unicode.Mn, r) && unicode.In(r, unicode.Inherited) }

// SameName reports whether two spellings are of one name. Banks and IDs of some countries put a title before it.
func SameName(a, b string) bool {
	a, b = PlainName(a), PlainName(b)
	return a == b || withoutTitle(a) == withoutTitle(b)
}

// Titles as PlainName leaves them. Thai writes them with and without a space behind.
var (
	latinTitles = []string{"MR", "MRS", "MISS", "MS"}
	thaiTitles  = []string{"นางสาว", "น.ส.", "นาง", "นาย"}
)

// withoutTitle is a plain name without the title before it; a title alone is a name.
func withoutTitle(name string) string {
	first, rest, _ := strings.Cut(name, " ")
	if rest != "" && slices.Contains(latinTitles, strings.TrimSuffix(first, ".")) {
		return rest
	}
	for _, title := range thaiTitles {
		if rest := strings.TrimSpace(strings.TrimPrefix(name, title)); rest != name && rest != "" {
			return rest
		}
	}
	return name
}
