package repay

import (
	"crypto/rand"
	"math/big"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// A memo code is LM, seven random characters and a check character: LM7K3M9QXQ. The alphabet has no 0, 1, I, L or O, so
// the letters of the prefix never start a second code inside one. Its 31 characters are a prime number: the weighted
// check sum notices every single wrong character and every two that changed places.
const (
	codePrefix   = "LM"
	codeAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
	codeRandom   = 7
	// CodeLength is the length of a whole code.
	CodeLength = len(codePrefix) + codeRandom + 1
	// cutLength is how much of a code has to be left for it to be looked up by its beginning. Five random characters make
	// 28 million beginnings: among as many intents any text finds somebody's, so a beginning alone means nobody.
	cutLength = len(codePrefix) + 5
	// maxCandidates bounds what one memo can make us look up.
	maxCandidates = 16
)

// NewCode draws a code. Two alike are as good as impossible, and the database refuses the second.
func NewCode() string {
	body := make([]byte, codeRandom)
	for i := range body {
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(codeAlphabet))))
		if err != nil {
			panic(err) // the system has no randomness
		}
		body[i] = codeAlphabet[n.Int64()]
	}
	return codePrefix + string(body) + string(check(string(body)))
}

// check is the check character of the random characters.
func check(body string) byte {
	sum := 0
	for i := range len(body) {
		sum += (i + 2) * strings.IndexByte(codeAlphabet, body[i])
	}
	return codeAlphabet[(len(codeAlphabet)-sum%len(codeAlphabet))%len(codeAlphabet)]
}

// valid reports whether a text of the right length is a code with a right check character.
func valid(code string) bool {
	if len(code) != CodeLength || !hasForm(code) {
		return false
	}
	body := code[len(codePrefix) : CodeLength-1]
	return code[CodeLength-1] == check(body)
}

// hasForm reports whether a text is a code or the beginning of one.
func hasForm(text string) bool {
	rest, ok := strings.CutPrefix(text, codePrefix)
	if !ok || len(text) > CodeLength {
		return false
	}
	return strings.Trim(rest, codeAlphabet) == ""
}

// Memo is what can be read out of the memo of a transfer.
type Memo struct {
	// Whole are codes with a right check character.
	Whole []string
	// Cut are beginnings of codes whose end the bank cut off, and whatever looks like one: "PALMBEACH" ends like one.
	// They mean something only together with the amount.
	Cut []string
}

// ReadMemo finds codes in a memo. Banks change case, add a prefix and a suffix, put in spaces and punctuation and cut
// the end, so a code is looked for in the text with everything but letters and digits taken out. A code with a wrong
// character is not guessed at: its check character is wrong, and the money waits in suspense for a person.
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
	// A cut code may be followed by what the bank itself adds: there it ends with its word.
	for _, word := range words {
		m.Cut = add(m.Cut, word, isCut)
	}
	return m
}

// Empty reports whether there is nothing to look up.
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

// keepCode keeps ASCII letters and digits.
func keepCode(r rune) rune {
	if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' {
		return r
	}
	return -1
}
