package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// maxDepth is the maximum nesting of a body: the deepest form has five levels.
const maxDepth = 32

var (
	errNotUTF8  = errors.New("contract: the body is not UTF-8")
	errTooDeep  = errors.New("contract: the body is nested too deeply")
	errRepeated = errors.New("contract: a key is repeated")
	errTwo      = errors.New("contract: the body has more than one value")
	errSyntax   = errors.New("contract: the body is not JSON")
)

// decoder reads a body for validation. Its errors contain nothing of the body.
type decoder struct {
	tokens *json.Decoder
	// values counts the values read; cleaned reports whether invisible characters were removed.
	values  int
	cleaned bool
}

// decode reads the single value of a body. Repeated keys are an error: the schema would validate the last one, but Go merges
// both.
func decode(raw []byte) (value any, d *decoder, err error) {
	if !utf8.Valid(raw) {
		return nil, nil, errNotUTF8
	}
	d = &decoder{tokens: json.NewDecoder(bytes.NewReader(raw))}
	d.tokens.UseNumber()
	if value, err = d.value(maxDepth); err != nil {
		return nil, nil, err
	}
	if _, err := d.tokens.Token(); !errors.Is(err, io.EOF) {
		return nil, nil, errTwo
	}
	return value, d, nil
}

func (d *decoder) value(depth int) (any, error) {
	token, err := d.token()
	if err != nil {
		return nil, err
	}
	d.values++
	switch found := token.(type) {
	case json.Delim:
		if depth == 0 {
			return nil, errTooDeep
		}
		if found == '{' {
			return d.object(depth - 1)
		}
		return d.list(depth - 1)
	case string:
		clean := strings.Map(visible, found)
		d.cleaned = d.cleaned || clean != found
		return clean, nil
	default:
		return token, nil
	}
}

func (d *decoder) object(depth int) (any, error) {
	object := map[string]any{}
	for d.tokens.More() {
		token, err := d.token()
		if err != nil {
			return nil, err
		}
		key, _ := token.(string)
		if _, twice := object[key]; twice {
			return nil, errRepeated
		}
		if object[key], err = d.value(depth); err != nil {
			return nil, err
		}
	}
	_, err := d.token()
	return object, err
}

func (d *decoder) list(depth int) (any, error) {
	list := []any{}
	for d.tokens.More() {
		value, err := d.value(depth)
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	_, err := d.token()
	return list, err
}

func (d *decoder) token() (json.Token, error) {
	token, err := d.tokens.Token()
	if err != nil {
		return nil, errSyntax
	}
	return token, nil
}

// visible, for strings.Map, drops characters that a reader does not see but that affect the display: C1 controls and controls
// that change the text direction. They occur in numbers copied from an address book and in payment memos, so they are removed
// instead of refused.
func visible(r rune) rune {
	if obeyed(r) {
		return -1
	}
	return r
}

func obeyed(r rune) bool {
	return r >= 0x80 && r <= 0x9f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
