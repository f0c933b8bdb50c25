// Package agreement writes the loan agreement: versioned texts in every language, filled in with figures, and the hash that an
// acceptance refers to. A version that borrowers have accepted is never edited; a change is a new folder under text/.
package agreement

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

// Data holds the values of the placeholders. OrderNo, Borrower, IDLast4 and Account are empty before there is an order.
type Data struct {
	OrderNo string
	// Borrower is the borrower's full name, IDLast4 the last four characters of their ID number.
	Borrower string
	IDLast4  string
	// Account is the bank's short name and the masked number of the account that receives the loan.
	Account string
	Terms   loan.Terms
	Quote   loan.Quote
}

// Section is a heading with its paragraphs.
type Section struct {
	Title      string
	Paragraphs []string
}

// Text is a filled-in agreement.
type Text struct {
	Version  string
	Lang     lang.Lang
	Title    string
	Sections []Section
	// Plain is the whole text as stored with an acceptance. Parse reads it back.
	Plain string
	// Hash is the hex-encoded SHA-256 of version, language and Plain.
	Hash string
}

// Has reports whether a version exists in every language.
func Has(version string) bool {
	for _, l := range lang.All {
		if _, err := read(version, l); err != nil {
			return false
		}
	}
	return true
}

// Write fills in the text of a version. It returns ErrVersion if there is none.
func Write(version string, l lang.Lang, d Data) (Text, error) {
	words, err := template{version, l, d.Terms.Currency}.words()
	if err != nil {
		return Text{}, err
	}
	var out bytes.Buffer
	if err := words.Execute(&out, d); err != nil {
		return Text{}, fmt.Errorf("agreement: %s %s: %w", version, l, err)
	}
	return Parse(version, l, out.String()), nil
}

// Find returns the text that has this hash when filled in with d. It tries all languages, the likely one first, because a text
// that was read in one language may be accepted in another.
func Find(version, hash string, likely lang.Lang, d Data) (Text, bool, error) {
	langs := slices.Clone(lang.All)
	if at := slices.Index(langs, likely); at > 0 {
		langs[0], langs[at] = langs[at], langs[0]
	}
	for _, l := range langs {
		t, err := Write(version, l, d)
		if err != nil {
			return Text{}, false, err
		}
		if t.Hash == hash {
			return t, true, nil
		}
	}
	return Text{}, false, nil
}

// Parse splits a filled-in text into sections: "# " starts the title, "## " a section, and every other line is a paragraph.
func Parse(version string, l lang.Lang, raw string) Text {
	t := Text{Version: version, Lang: l}
	var plain []string
	for _, line := range strings.Split(raw, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		plain = append(plain, line)
		switch {
		case strings.HasPrefix(line, "## "):
			t.Sections = append(t.Sections, Section{Title: line[3:]})
		case strings.HasPrefix(line, "# "):
			t.Title = line[2:]
		case len(t.Sections) > 0:
			last := &t.Sections[len(t.Sections)-1]
			last.Paragraphs = append(last.Paragraphs, line)
		}
	}
	t.Plain = strings.Join(plain, "\n")
	sum := sha256.Sum256([]byte(version + "\n" + string(l) + "\n" + t.Plain))
	t.Hash = hex.EncodeToString(sum[:])
	return t
}
