package sms

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// refusals are the configured responses which mean that the provider will never deliver to the number. A status alone is not
// enough, because providers use the same statuses for errors about keys, senders and texts.
type refusals struct {
	statuses []int
	fields   []field
}

// field is a value in a JSON response: "errors.0.code=21211" is the code of the first error.
type field struct {
	path  []string
	value string
}

// readRefusals parses statuses ("422") and fields with values ("error.code=21211").
func readRefusals(words []string) (r refusals, err error) {
	for _, word := range words {
		word = strings.TrimSpace(word)
		path, value, isField := strings.Cut(word, "=")
		status, err := strconv.Atoi(word)
		switch {
		case isField && path != "" && value != "":
			r.fields = append(r.fields, field{path: strings.Split(path, "."), value: value})
		case err == nil && status >= 400 && status < 500:
			r.statuses = append(r.statuses, status)
		default:
			return refusals{}, fmt.Errorf("sms: %q does not identify the refusal of a number: use a status from 400 to 499, or a field of the response with its value (error.code=21211)", word)
		}
	}
	return r, nil
}

// match reports whether a response is a refusal of the number.
func (r refusals) match(status int, answer []byte) bool {
	if slices.Contains(r.statuses, status) {
		return true
	}
	if len(r.fields) == 0 {
		return false
	}
	var root any
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.UseNumber()
	if decoder.Decode(&root) != nil {
		return false
	}
	return slices.ContainsFunc(r.fields, func(f field) bool { return f.in(root) })
}

// in reports whether a JSON value contains the field with its value.
func (f field) in(value any) bool {
	for _, step := range f.path {
		switch inner := value.(type) {
		case map[string]any:
			value = inner[step]
		case []any:
			nth, err := strconv.Atoi(step)
			if err != nil || nth < 0 || nth >= len(inner) {
				return false
			}
			value = inner[nth]
		default:
			return false
		}
	}
	switch value.(type) {
	case string, json.Number, bool:
		return fmt.Sprint(value) == f.value
	default:
		return false
	}
}
