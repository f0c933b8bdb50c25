// Package content reads the operator's texts, such as help, guide and terms, from one Markdown file per page and language. A
// text is parsed into blocks of plain words, so that no markup ever reaches a page.
package content

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

//go:embed text
var embedded embed.FS

// The pages.
const (
	Help      = "help"
	About     = "about"
	Privacy   = "privacy"
	Privacy2  = "privacy2"
	Terms     = "terms"
	Guide     = "guide"
	Advertise = "advertise"
)

var pages = []string{Help, About, Privacy, Privacy2, Terms, Guide, Advertise}

// accepted are the pages that borrowers agree to; they have a version.
var accepted = []string{Privacy, Terms}

// Kind is the type of a block.
type Kind string

// The kinds of blocks.
const (
	Heading   Kind = "heading"
	Paragraph Kind = "paragraph"
	List      Kind = "list"
	Steps     Kind = "steps"
)

// Span is a part of a line.
type Span struct {
	Text   string
	Strong bool
	// Href is the target of a link: /m/..., https, mailto or tel; empty for plain text.
	Href string
}

// Block is a heading, a paragraph, a list or numbered steps. The first two have Spans, the others Items.
type Block struct {
	Kind  Kind
	Spans []Span
	Items [][]Span
}

// Page is a text in one language.
type Page struct {
	Title string
	// Version is empty if nobody agrees to the text; Since is the date from which it applies.
	Version string
	Since   money.Date
	Blocks  []Block
}

// Library contains every page in every language.
type Library struct {
	// pages maps file names to pages.
	pages map[string]Page
	// advertising contains the pages that mention the market's amounts or terms in some language.
	advertising map[string]bool
}

// ofTheMarket matches the placeholders for the market's amounts and terms.
var ofTheMarket = regexp.MustCompile(`{{((min|max)(Amount|Days)|firstAmount)}}`)

// Load reads the library: each file from folder (<lang>/<page>.md), or from the embedded texts if the folder does not have it.
// folder may be nil. A file that cannot be displayed is an error.
func Load(folder fs.FS) (*Library, error) {
	defaults, err := fs.Sub(embedded, "text")
	if err != nil {
		return nil, err
	}
	library := &Library{pages: map[string]Page{}, advertising: map[string]bool{}}
	for _, l := range lang.All {
		for _, page := range pages {
			name := fileOf(page, l)
			raw, err := read(folder, defaults, name)
			if err != nil {
				return nil, fmt.Errorf("content: %w", err)
			}
			parsed, err := parse(raw)
			if err != nil {
				return nil, fmt.Errorf("content: %s: %w", name, err)
			}
			if slices.Contains(accepted, page) && (parsed.Version == "" || parsed.Since.IsZero()) {
				return nil, fmt.Errorf("content: %s: borrowers agree to this text: it needs version and since", name)
			}
			library.pages[name] = parsed
			library.advertising[page] = library.advertising[page] || ofTheMarket.Match(raw)
		}
	}
	return library, library.sameVersions()
}

// sameVersions checks that a page has the same version in all languages.
func (l *Library) sameVersions() error {
	for _, page := range accepted {
		for _, in := range lang.All {
			if l.pages[fileOf(page, in)].Version != l.Version(page) {
				return fmt.Errorf("content: %s has version %q in one language and another elsewhere", page, l.Version(page))
			}
		}
	}
	return nil
}

// fileOf returns the file name of a page in a language.
func fileOf(page string, in lang.Lang) string { return string(in) + "/" + page + ".md" }

func read(folder, defaults fs.FS, name string) ([]byte, error) {
	if folder != nil {
		raw, err := fs.ReadFile(folder, name)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return raw, err
		}
	}
	return fs.ReadFile(defaults, name)
}

// Advertises reports whether a page mentions amounts or terms of the market.
func (l *Library) Advertises(page string) bool { return l.advertising[page] }

// Version returns the current version of a text.
func (l *Library) Version(page string) string { return l.pages[fileOf(page, lang.VI)].Version }

// Page returns a text with its {{words}} replaced; false if the page does not exist.
func (l *Library) Page(page string, in lang.Lang, words map[string]string) (Page, bool) {
	found, ok := l.pages[fileOf(page, in)]
	if !ok {
		return Page{}, false
	}
	filled := Page{Title: Fill(found.Title, words), Version: found.Version, Since: found.Since, Blocks: make([]Block, len(found.Blocks))}
	for i, b := range found.Blocks {
		filled.Blocks[i] = Block{Kind: b.Kind, Spans: fillSpans(b.Spans, words), Items: make([][]Span, len(b.Items))}
		for n, item := range b.Items {
			filled.Blocks[i].Items[n] = fillSpans(item, words)
		}
	}
	return filled, true
}

func fillSpans(spans []Span, words map[string]string) []Span {
	filled := make([]Span, len(spans))
	for i, s := range spans {
		filled[i] = Span{Text: Fill(s.Text, words), Strong: s.Strong, Href: Fill(s.Href, words)}
	}
	return filled
}

var word = regexp.MustCompile(`\{\{(\w+)\}\}`)

// Fill replaces the {{words}} of a text; an unknown one is left in place, so that it is noticed.
func Fill(text string, words map[string]string) string {
	return word.ReplaceAllStringFunc(text, func(found string) string {
		if value, ok := words[found[2:len(found)-2]]; ok {
			return value
		}
		return found
	})
}

type frontMatter struct {
	Title   string     `yaml:"title"`
	Version string     `yaml:"version"`
	Since   money.Date `yaml:"since"`
}

// parse reads a file: YAML front matter between --- lines, then Markdown.
func parse(raw []byte) (Page, error) {
	text := strings.ReplaceAll(string(raw), "\r\n", "\n")
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return Page{}, errors.New("the file must begin with --- and its title")
	}
	above, below, ok := strings.Cut(rest, "\n---\n")
	if !ok {
		return Page{}, errors.New("the head is not closed with ---")
	}
	var h frontMatter
	if err := yaml.UnmarshalWithOptions([]byte(above), &h, yaml.Strict()); err != nil {
		return Page{}, err
	}
	if h.Title == "" {
		return Page{}, errors.New("the title is missing")
	}
	blocks, err := markdown([]byte(below))
	return Page{Title: h.Title, Version: h.Version, Since: h.Since, Blocks: blocks}, err
}
