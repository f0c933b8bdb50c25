package lang

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// pluralForms are the CLDR names of plural forms.
var pluralForms = map[plural.Form]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// PluralForm returns the plural form of a count in a language: "one" or "other" in English, "other" in languages without
// plurals.
func (l Lang) PluralForm(count int64) string {
	return pluralForms[plural.Cardinal.MatchPlural(language.Make(l.Tag()), int(max(count, -count)), 0, 0, 0, 0)]
}

var (
	// pluralPart matches a part of a text that depends on a count, in ICU syntax: {count, plural, one {# day} other {# days}}.
	pluralPart = regexp.MustCompile(`\{(\w+), plural,((?:\s*\w+ \{[^{}]*\})+)\}`)
	pluralForm = regexp.MustCompile(`(\w+) \{([^{}]*)\}`)
)

// Plural is a part of a text that depends on a count.
type Plural struct {
	// Name is the name of the count. Forms are the texts by plural form, with # for the count.
	Name  string
	Forms map[string]string
}

// Plurals returns the parts of a text that depend on a count.
func Plurals(text string) []Plural {
	var all []Plural
	for _, part := range pluralPart.FindAllStringSubmatch(text, -1) {
		p := Plural{Name: part[1], Forms: map[string]string{}}
		for _, form := range pluralForm.FindAllStringSubmatch(part[2], -1) {
			p.Forms[form[1]] = form[2]
		}
		all = append(all, p)
	}
	return all
}

// Say returns the text for a count; the form "other" is used for a missing one.
func (p Plural) Say(l Lang, count int64) string {
	form, known := p.Forms[l.PluralForm(count)]
	if !known {
		form = p.Forms["other"]
	}
	return strings.ReplaceAll(form, "#", strconv.FormatInt(count, 10))
}

// FillPlurals replaces the parts of a text that depend on the count called name.
func (l Lang) FillPlurals(text, name string, count int64) string {
	return pluralPart.ReplaceAllStringFunc(text, func(part string) string {
		if p := Plurals(part)[0]; p.Name == name {
			return p.Say(l, count)
		}
		return part
	})
}
