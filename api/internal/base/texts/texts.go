// Package texts is the catalogue of the API's texts for borrowers: one file per language, in groups, for translators. Each
// {name} in a text is replaced by the package that uses it.
package texts

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"

	"github.com/loanmarket/loanmarket/api/internal/base/lang"
)

//go:embed *.json
var files embed.FS

// ByLang is a group of texts in every language.
type ByLang[T any] map[lang.Lang]T

// In returns the group in a language; for an unknown language in Chinese, the specification's fallback.
func (b ByLang[T]) In(l lang.Lang) T {
	if group, ok := b[l]; ok {
		return group
	}
	return b[lang.CN]
}

// Group reads a group: T is a struct with a field for each text, or a map. It is called while packages are initialised, and
// panics if a file lacks the group, or if a struct and its group do not match: a process with missing texts does not start.
func Group[T any](name string) ByLang[T] {
	group := ByLang[T]{}
	for _, l := range lang.All {
		var texts T
		decoder := json.NewDecoder(bytes.NewReader(catalogue()[l][name]))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&texts); err != nil {
			panic(fmt.Sprintf("texts: %s in %s: %v", name, l, err))
		}
		if holes(reflect.ValueOf(texts)) {
			panic(fmt.Sprintf("texts: %s in %s: a text is missing", name, l))
		}
		group[l] = texts
	}
	return group
}

// holes reports whether a group, or a text in it, is empty.
func holes(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if holes(v.Field(i)) {
				return true
			}
		}
		return false
	case reflect.Map:
		for _, value := range v.Seq2() {
			if holes(value) {
				return true
			}
		}
		return v.Len() == 0
	default:
		return v.IsZero()
	}
}

// catalogue returns every file, split into its groups.
var catalogue = sync.OnceValue(func() map[lang.Lang]map[string]json.RawMessage {
	all := map[lang.Lang]map[string]json.RawMessage{}
	for _, l := range lang.All {
		raw, err := files.ReadFile(string(l) + ".json")
		if err != nil {
			panic(fmt.Sprintf("texts: %v", err))
		}
		var groups map[string]json.RawMessage
		if err := json.Unmarshal(raw, &groups); err != nil {
			panic(fmt.Sprintf("texts: %s.json: %v", l, err))
		}
		all[l] = groups
	}
	return all
})
