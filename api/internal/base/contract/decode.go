package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"
)

// maxDepth is how deep a body may nest: the deepest form has five levels.
const maxDepth = 32

var (
	errNotUTF8 = errors.New("contract: the body is not UTF-8")
	errTooDeep = errors.New("contract: the body nests too deep")
	errTwo     = errors.New("contract: there is more than one value")
	errSyntax  = errors.New("contract: the body is no JSON")
)

// decoder reads a body for the schema. Its errors hold nothing of what was sent.
type decoder struct {
	tokens *json.Decoder
	// values counts what was read.
	values int
}

// decode reads the one value of a body.
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
