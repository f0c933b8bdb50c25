package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

// DecodeBody holds a JSON body against the operation's schema and reads it into the generated type. What is wrong comes
// back as reason.InvalidParameter with the reason of each field by its path ("contacts.0.phone").
func (o Operation) DecodeBody(raw []byte, into any) error {
	if !utf8.Valid(raw) {
		return reason.New(reason.InvalidParameter)
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if err := decoder.Decode(&value); err != nil {
		return reason.New(reason.InvalidParameter).Because(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return reason.New(reason.InvalidParameter)
	}
	fields := map[string]reason.Reason{}
	unreadable("", value, fields)
	collect(o.body.VisitJSON(value, openapi3.MultiErrors(), openapi3.VisitAsRequest()), fields)
	if len(fields) > 0 {
		return reason.Invalid(fields)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return undecodable(err)
	}
	return nil
}

// undecodable is what a schema lets pass and Go does not: 1.0 for a whole number, or one of twenty digits.
func undecodable(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return reason.InvalidField(wrong.Field, reason.FieldType).Because(err)
	}
	return reason.New(reason.InvalidParameter).Because(err)
}

// CheckParameters holds the parameters of path, query and headers against the document; get reads one, in "path", "query"
// or "header". A header that is missing is the business of who needs it: a callback without a signature is refused like one
// with a wrong one.
func (o Operation) CheckParameters(get func(in, name string) string) error {
	fields := map[string]reason.Reason{}
	for _, parameter := range o.parameters {
		value := get(parameter.In, parameter.Name)
		switch {
		case value == "" && parameter.Required && parameter.In != openapi3.ParameterInHeader:
			fields[parameter.Name] = reason.FieldRequired
		case value == "":
		case !utf8.ValidString(value):
			fields[parameter.Name] = reason.FieldCharacters
		default:
			unreadable(parameter.Name, value, fields)
			var wrong *openapi3.SchemaError
			if err := parameter.Schema.Value.VisitJSON(value); errors.As(err, &wrong) {
				fields[parameter.Name] = fieldReason(wrong)
			}
		}
	}
	if len(fields) > 0 {
		return reason.Invalid(fields)
	}
	return nil
}

// unreadable finds texts with characters that nobody types: NUL and its like, which PostgreSQL refuses, and the
// replacement character, which is what is left of half a surrogate pair.
func unreadable(path string, value any, fields map[string]reason.Reason) {
	switch v := value.(type) {
	case string:
		if strings.ContainsFunc(v, func(r rune) bool {
			return r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0x7f || r == utf8.RuneError
		}) {
			fields[path] = reason.FieldCharacters
		}
	case map[string]any:
		for key, inner := range v {
			unreadable(join(path, key), inner, fields)
		}
	case []any:
		for i, inner := range v {
			unreadable(join(path, strconv.Itoa(i)), inner, fields)
		}
	}
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// collect turns the schema's complaints into the fields' reasons. The first complaint about a field stands.
func collect(err error, fields map[string]reason.Reason) {
	if err == nil {
		return
	}
	var many openapi3.MultiError
	if errors.As(err, &many) {
		for _, one := range many {
			collect(one, fields)
		}
		return
	}
	var wrong *openapi3.SchemaError
	if !errors.As(err, &wrong) {
		fields["body"] = reason.FieldFormat
		return
	}
	path := strings.Join(wrong.JSONPointer(), ".")
	if wrong.SchemaField == "properties" {
		path = join(path, unsupported(wrong))
	}
	if path == "" {
		path = "body"
	}
	if _, known := fields[path]; !known {
		fields[path] = fieldReason(wrong)
	}
}

// unsupported is the name of a property that the schema does not have. It is the client's text: only a name that could
// be one is given back.
func unsupported(wrong *openapi3.SchemaError) string {
	_, quoted, _ := strings.Cut(wrong.Reason, "property ")
	name, err := strconv.Unquote(strings.TrimSuffix(quoted, " is unsupported"))
	if err != nil || len(name) > 64 || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "body"
	}
	return name
}

var fieldReasons = map[string]reason.Reason{
	"type":       reason.FieldType,
	"nullable":   reason.FieldType,
	"required":   reason.FieldRequired,
	"properties": reason.FieldUnknown,
	"enum":       reason.FieldNotOffered,
	"minLength":  reason.FieldTooShort,
	"maxLength":  reason.FieldTooLong,
	"minimum":    reason.FieldTooSmall,
	"maximum":    reason.FieldTooBig,
	"minItems":   reason.FieldTooFew,
	"maxItems":   reason.FieldTooMany,
}

func fieldReason(wrong *openapi3.SchemaError) reason.Reason {
	known, ok := fieldReasons[wrong.SchemaField]
	switch {
	case ok && wrong.SchemaField == "minLength" && wrong.Value == "":
		return reason.FieldRequired
	case ok:
		return known
	case wrong.Schema != nil && wrong.Schema.Format == "date":
		return reason.FieldDate
	default:
		return reason.FieldFormat
	}
}
