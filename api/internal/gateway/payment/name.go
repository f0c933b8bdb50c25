package payment

import (
	"errors"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// ErrNoAccount says that the account does not exist.
var ErrNoAccount = errors.New("payment: no such account")

// strokes maps letters that do not decompose into a base letter and a mark to what banks in Vietnam and Ghana print.
var strokes = strings.NewReplacer("Đ", "D", "đ", "d", "Ɖ", "D", "ɖ", "d", "Ɛ", "E", "ɛ", "e", "Ɔ", "O", "ɔ", "o", "Ŋ", "N", "ŋ", "n")

// PlainName returns a name as banks print it: NGUYEN THI DUNG for "Nguyễn  Thị Dũng". Names in non-Latin scripts keep their script.
func PlainName(name string) string {
	bare := transform.Chain(norm.NFD, runes.Remove(runes.Predicate(accent)), norm.NFC)
	plain, _, err := transform.String(bare, strokes.Replace(name))
	if err != nil {
		plain = name
	}
	return strings.Join(strings.Fields(strings.ToUpper(plain)), " ")
}

// accent reports whether r is a mark over or under a Latin letter. Thai vowels are marks too, but part of the name.
func accent(r rune) bool { return unicode.Is(unicode.Mn, r) && unicode.In(r, unicode.Inherited) }

// SameName reports whether two spellings are of the same name. Banks and IDs of some countries add a title. Names with a male and
// a female title are different people. What reads like a title may be part of the name: นายิกา begins with นาย (Mr).
func SameName(a, b string) bool {
	a, b = PlainName(a), PlainName(b)
	titleOfA, nameOfA := splitTitle(a)
	titleOfB, nameOfB := splitTitle(b)
	sameSex := titleOfA == none || titleOfB == none || titleOfA == titleOfB
	return a == b || a == nameOfB || b == nameOfA || nameOfA == nameOfB && sameSex
}

// title is what a title says about the sex of a person.
type title int

const (
	none title = iota
	man
	woman
)

// Titles after PlainName. Thai writes them with and without a following space, so a longer title comes before its own prefix.
var (
	latinTitles = map[string]title{"MR": man, "MRS": woman, "MISS": woman, "MS": woman}
	thaiTitles  = []struct {
		word  string
		title title
	}{{"นางสาว", woman}, {"น.ส.", woman}, {"นาง", woman}, {"นาย", man}}
)

// splitTitle splits the title off a plain name. A title without a name is a name.
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
