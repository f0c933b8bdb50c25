// Package agreement writes the loan agreement: versioned texts in every language, figures filled in, and the hash that an
// acceptance names. A version that borrowers have accepted is never edited; a change is a new folder under text/.
package agreement

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"text/template"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/domain/loan"
)

//go:embed text
var versions embed.FS

// ErrVersion: there is no text of this version.
var ErrVersion = errors.New("agreement: no such version")

// Data is what is filled in. The first three are empty before there is an order.
type Data struct {
	OrderNo string
	// Borrower is their full name, IDLast4 the last four characters of their ID number.
	Borrower string
	IDLast4  string
	// Account is the bank's short name and the masked number of the account that is paid.
	Account string
	Terms   loan.Terms
	Quote   loan.Quote
}

// Section is a heading with its paragraphs.
type Section struct {
	Title      string
	Paragraphs []string
}

// Text is an agreement ready to read.
type Text struct {
	Version  string
	Lang     lang.Lang
	Title    string
	Sections []Section
	// Plain is the whole text as it is stored with an acceptance; Parse reads it back.
	Plain string
	// Hash is the SHA-256 of version, language and Plain in hex.
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

// Write fills in the text of a version; ErrVersion when there is none.
func Write(version string, l lang.Lang, d Data) (Text, error) {
	raw, err := read(version, l)
	if err != nil {
		return Text{}, err
	}
	words, err := template.New(version).Option("missingkey=error").Funcs(functions(l, d.Terms.Currency)).Parse(raw)
	if err != nil {
		return Text{}, fmt.Errorf("agreement: %s %s: %w", version, l, err)
	}
	var out bytes.Buffer
	if err := words.Execute(&out, d); err != nil {
		return Text{}, fmt.Errorf("agreement: %s %s: %w", version, l, err)
	}
	return Parse(version, l, out.String()), nil
}

// Find looks for the language in which a text of these figures has the hash: what was read in one language may be
// accepted in another.
func Find(version, hash string, d Data) (Text, bool, error) {
	for _, l := range lang.All {
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

// Parse reads the sections of a filled-in text: "# " is the title, "## " a section, every other line a paragraph.
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

func read(version string, l lang.Lang) (string, error) {
	raw, err := versions.ReadFile("text/" + version + "/" + string(l) + ".md")
	if err != nil {
		return "", fmt.Errorf("%w: %s in %s", ErrVersion, version, l)
	}
	return string(raw), nil
}

func functions(l lang.Lang, c money.Currency) template.FuncMap {
	return template.FuncMap{
		"money": func(minor int64) string { return money.FormatExact(money.Of(minor, c), l) },
		"rate":  func(bps int64) string { return money.FormatBps(bps, l) },
		"date":  func(d money.Date) string { return money.FormatDate(d, l) },
		"order": func(components []string) string {
			names := make([]string, len(components))
			for i, component := range components {
				names[i] = Component(component, l)
			}
			return strings.Join(names, separator[l])
		},
	}
}

var separator = map[lang.Lang]string{lang.CN: "、", lang.VI: ", ", lang.TH: ", ", lang.EN: ", "}
