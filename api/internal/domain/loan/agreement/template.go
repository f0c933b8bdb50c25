package agreement

import (
	"embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	texttemplate "text/template"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

//go:embed text
var versions embed.FS

// ErrVersion says that there is no text of this version.
var ErrVersion = errors.New("agreement: no such version")

// read returns a version's text in a language, or ErrVersion if there is none.
func read(version string, l lang.Lang) (string, error) {
	raw, err := versions.ReadFile("text/" + version + "/" + string(l) + ".md")
	if err != nil {
		return "", fmt.Errorf("%w: %s in %s", ErrVersion, version, l)
	}
	return string(raw), nil
}

// template identifies a text whose figures are formatted for a language and a currency.
type template struct {
	version  string
	lang     lang.Lang
	currency money.Currency
}

// parsed caches the parsed templates, because borrowers wait for them and they do not change while the process runs.
var parsed sync.Map // key template, value *texttemplate.Template

func (t template) words() (*texttemplate.Template, error) {
	if known, ok := parsed.Load(t); ok {
		return known.(*texttemplate.Template), nil
	}
	raw, err := read(t.version, t.lang)
	if err != nil {
		return nil, err
	}
	words, err := texttemplate.New(t.version).Option("missingkey=error").Funcs(functions(t.lang, t.currency)).Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("agreement: %s %s: %w", t.version, t.lang, err)
	}
	parsed.Store(t, words)
	return words, nil
}

func functions(l lang.Lang, c money.Currency) texttemplate.FuncMap {
	return texttemplate.FuncMap{
		"money": func(minor int64) string { return money.FormatExact(money.Of(minor, c), l) },
		"rate":  func(bps int64) string { return money.FormatBps(bps, l) },
		"plural": func(count int, one, other string) string {
			return lang.Plural{Forms: map[string]string{"one": one, "other": other}}.Say(l, int64(count))
		},
		"date": func(d money.Date) string { return money.FormatDate(d, l) },
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
