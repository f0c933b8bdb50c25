package repay

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

// A memo code is LM, seven random characters and a check character: LM7K3M9QXQ. The alphabet has no 0, 1, I, L or O, so the prefix
// cannot occur inside a code. It has 31 characters, a prime number, so that the weighted check sum detects every single wrong
// character and every swap of two characters.
const (
	codePrefix   = "LM"
	codeAlphabet = secret.Alphabet
	codeRandom   = 7
	// CodeLength is the length of a complete code.
	CodeLength = len(codePrefix) + codeRandom + 1
	// cutLength is the minimum length of a cut-off code that is looked up. Five random characters allow only 28 million
	// beginnings, so among millions of intents some code fits almost any text. A beginning alone therefore never identifies an
	// intent.
	cutLength = len(codePrefix) + 5
	// maxCandidates is the maximum number of codes of each kind that are looked up per memo.
	maxCandidates = 16
)

// NewCode returns a random code. Duplicates are very unlikely, and the database refuses them.
func NewCode() string {
	body := secret.Characters(codeRandom)
	return codePrefix + body + string(check(body))
}

// check returns the check character for the random characters of a code.
func check(body string) byte {
	sum := 0
	for i := range len(body) {
		sum += (i + 2) * strings.IndexByte(codeAlphabet, body[i])
	}
	return codeAlphabet[(len(codeAlphabet)-sum%len(codeAlphabet))%len(codeAlphabet)]
}

// valid reports whether a text is a complete code with a correct check character.
func valid(code string) bool {
	if len(code) != CodeLength || !hasForm(code) {
		return false
	}
	body := code[len(codePrefix) : CodeLength-1]
	return code[CodeLength-1] == check(body)
}

// hasForm reports whether a text looks like a code or the beginning of one. It does not verify the check character.
func hasForm(text string) bool {
	rest, ok := strings.CutPrefix(text, codePrefix)
	if !ok || len(text) > CodeLength {
		return false
	}
	return strings.Trim(rest, codeAlphabet) == ""
}

// Memo holds the codes found in the memo of a transfer.
type Memo struct {
	// Whole lists complete codes with a correct check character.
	Whole []string
	// Cut lists possible beginnings of codes that the bank cut off. Other words may look like one, such as the end of "PALMBEACH",
	// so they count only together with the amount.
	Cut []string
}

// ReadMemo finds codes in a memo. Banks change the case, add prefixes and suffixes, insert spaces and punctuation and cut off the
// end, so the search ignores everything but letters and digits. A code with a wrong character fails its check character and is not
// corrected: the money waits in suspense for an operator.
func ReadMemo(memo string) Memo {
	folded := strings.ToUpper(norm.NFKC.String(memo))
	tight := strings.Map(keepCode, folded)
	words := strings.FieldsFunc(folded, func(r rune) bool { return keepCode(r) < 0 })
	var m Memo
	for at := 0; at < len(tight); at++ {
		if !strings.HasPrefix(tight[at:], codePrefix) {
			continue
		}
		if end := at + CodeLength; end <= len(tight) {
			m.Whole = add(m.Whole, tight[at:end], valid)
		} else {
			m.Cut = add(m.Cut, tight[at:], isCut)
		}
	}
	// A cut-off code may be followed by text of the bank, so each word is checked too.
	for _, word := range words {
		m.Cut = add(m.Cut, word, isCut)
	}
	return m
}

// Empty reports whether the memo contains nothing to look up.
func (m Memo) Empty() bool { return len(m.Whole)+len(m.Cut) == 0 }

func isCut(text string) bool {
	return len(text) >= cutLength && len(text) < CodeLength && hasForm(text)
}

func add(found []string, text string, good func(string) bool) []string {
	if len(found) >= maxCandidates || !good(text) || slices.Contains(found, text) {
		return found
	}
	return append(found, text)
}

// keepCode drops all characters but upper-case ASCII letters and digits.
func keepCode(r rune) rune {
	if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' {
		return r
	}
	return -1
}
