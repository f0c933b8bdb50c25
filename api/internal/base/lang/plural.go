package lang

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// pluralForms are the names that CLDR has for what a count does to a word.
var pluralForms = map[plural.Form]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// PluralForm is the form that a count takes in a language: "one" or "other" in English, "other" in those without plurals.
func (l Lang) PluralForm(count int64) string {
	return pluralForms[plural.Cardinal.MatchPlural(language.Make(l.Tag()), int(max(count, -count)), 0, 0, 0, 0)]
}

var (
	// pluralPart is a part of a text that depends on a count, in the syntax of ICU: {count, plural, one {# day} other {# days}}.
	pluralPart = regexp.MustCompile(`\{(\w+), plural,((?:\s*\w+ \{[^{}]*\})+)\}`)
	pluralForm = regexp.MustCompile(`(\w+) \{([^{}]*)\}`)
)

// Plural is a part of a text that depends on a count.
type Plural struct {
	// Name is the count's, Forms what is said for each form of it, with # for the count.
	Name  string
	Forms map[string]string
}

// Plurals are those of a text.
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

// Say is what a count makes of it; where a form is missing, what is said of others.
func (p Plural) Say(l Lang, count int64) string {
	form, known := p.Forms[l.PluralForm(count)]
	if !known {
		form = p.Forms["other"]
	}
	return strings.ReplaceAll(form, "#", strconv.FormatInt(count, 10))
}

// FillPlurals says in a text what depends on the count of a name.
func (l Lang) FillPlurals(text, name string, count int64) string {
	return pluralPart.ReplaceAllStringFunc(text, func(part string) string {
		if p := Plurals(part)[0]; p.Name == name {
			return p.Say(l, count)
		}
		return part
	})
}
