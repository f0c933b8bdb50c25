// Package content reads the texts that an operator writes: help, guide, terms and their like, one Markdown file a page
// and language. A text is taken apart into blocks of plain words, so that no markup ever reaches a page.
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

// accepted pages are agreed to by borrowers: they carry a version.
var accepted = []string{Privacy, Terms}

// Kind is the form of a block.
type Kind string

// The kinds of blocks.
const (
	Heading   Kind = "heading"
	Paragraph Kind = "paragraph"
	List      Kind = "list"
	Steps     Kind = "steps"
)

// Span is a piece of a line.
type Span struct {
	Text   string
	Strong bool
	// Href is where a link leads: /m/..., https, mailto or tel; empty for plain words.
	Href string
}

// Block is a heading, a paragraph, a list or steps in their order. The first two have Spans, the others Items.
type Block struct {
	Kind  Kind
	Spans []Span
	Items [][]Span
}

// Page is a text in one language.
type Page struct {
	Title string
	// Version is empty where nobody agrees to the text; Since is the date from which it applies.
	Version string
	Since   money.Date
	Blocks  []Block
}

// Library holds every page in every language.
type Library struct {
	// pages are by the names of their files.
	pages map[string]Page
	// advertising are the pages of which a language names amounts or terms of the market.
	advertising map[string]bool
}

// ofTheMarket are the words that say what is lent.
var ofTheMarket = regexp.MustCompile(`{{(min|max)(Amount|Days)}}`)

// Load reads the library: each file from folder (<lang>/<page>.md), and from the texts that come with the binary where
// the folder has none. A nil folder has none. A file that cannot be shown is an error.
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

// sameVersions makes sure that a version means one text: all languages change together.
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

// fileOf is the name of a page's file in a language.
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

// Advertises reports whether a page names amounts and terms of the market.
func (l *Library) Advertises(page string) bool { return l.advertising[page] }

// Version is the version of a text in force.
func (l *Library) Version(page string) string { return l.pages[fileOf(page, lang.VI)].Version }

// Page is a text with its {{words}} filled in; false for a page that there is not.
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

// Fill puts words in their places; one that is not known stays to be seen.
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

// parse reads a file: a head of YAML between lines of ---, then Markdown.
func parse(raw []byte) (Page, error) {
	text := strings.ReplaceAll(string(raw), "\r\n", "\n")
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return Page{}, errors.New("the file begins with --- and its title")
	}
	above, below, ok := strings.Cut(rest, "\n---\n")
	if !ok {
		return Page{}, errors.New("the head has no end")
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
