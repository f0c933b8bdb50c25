package payment

import (
	"errors"
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

// SameName reports whether two spellings are of one name. Banks and IDs of some countries put a title before it; titles that are
// of a man and of a woman are of two people.
func SameName(a, b string) bool {
	a, b = PlainName(a), PlainName(b)
	titleOfA, nameOfA := splitTitle(a)
	titleOfB, nameOfB := splitTitle(b)
	return a == b || nameOfA == nameOfB && (titleOfA == none || titleOfB == none || titleOfA == titleOfB)
}

// title is what one says of whoever bears it.
type title int

const (
	none title = iota
	man
	woman
)

// Titles as PlainName leaves them. Thai writes them with and without a space behind, so a longer one stands before what it begins with.
var (
	latinTitles = map[string]title{"MR": man, "MRS": woman, "MISS": woman, "MS": woman}
	thaiTitles  = []struct {
		word  string
		title title
	}{{"นางสาว", woman}, {"น.ส.", woman}, {"นาง", woman}, {"นาย", man}}
)

// splitTitle takes the title off a plain name; a title alone is a name.
func splitTitle(name string) (title, string) {
	first, rest, _ := strings.Cut(name, " ")
	if known := latinTitles[strings.TrimSuffix(first, ".")]; known != none && rest != "" {
		return known, rest
	}
	for _, thai := range thaiTitles {
		rest, found := strings.CutPrefix(name, thai.word)
		if rest = strings.TrimSpace(rest); found && rest != "" {
			return thai.title, rest
		}
	}
	return none, name
}
