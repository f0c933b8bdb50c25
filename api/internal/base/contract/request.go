package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/loanmarket/loanmarket/api/internal/base/reason"
)

const (
	// maxFields is the maximum number of fields in an error: the longest form has 27.
	maxFields = 32
	// maxValues is the largest number of values in a body for which all errors are collected. For a larger one, which no form
	// sends, only the first error is reported.
	maxValues = 1000
)

// DecodeBody validates a JSON body against the operation's schema and decodes it into the generated type. Errors are returned
// as reason.InvalidParameter with the reason of each field by its path ("contacts.0.phone"). A path contains only names of the
// schema, never a key that the client chose.
func (o Operation) DecodeBody(raw []byte, into any) error {
	value, d, err := decode(raw)
	if err != nil {
		return reason.New(reason.InvalidParameter).Because(err)
	}
	if d.cleaned {
		if raw, err = json.Marshal(value); err != nil {
			return fmt.Errorf("contract: %w", err)
		}
	}
	fields := map[string]reason.Reason{}
	o.collect(o.check(value, d.values), fields)
	if len(fields) == 0 {
		unreadable(o.body, "", value, fields)
	}
	if len(fields) > 0 {
		return reason.Invalid(fields)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return undecodable(err)
	}
	return nil
}

// check returns the schema's errors for a value that contains the given number of values.
func (o Operation) check(value any, values int) error {
	options := []openapi3.SchemaValidationOption{openapi3.VisitAsRequest(), openapi3.DisableSchemaErrorDetails()}
	if values <= maxValues {
		options = append(options, openapi3.MultiErrors())
	}
	return o.body.VisitJSON(value, options...)
}

// undecodable returns the error for a value that the schema accepts and Go does not: 1.0 for an integer, or one of twenty
// digits.
func undecodable(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		return reason.InvalidField(wrong.Field, reason.FieldType)
	}
	return reason.New(reason.InvalidParameter)
}

// CheckParameters validates the path, query and header parameters against the document; get returns one, in "path", "query" or
// "header". A missing header is checked by the handler that needs it: a callback without a signature is refused like one with a
// wrong signature.
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
			if strings.ContainsFunc(value, untyped) {
				fields[parameter.Name] = reason.FieldCharacters
			}
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

// unreadable finds texts with characters that cannot be typed, in a value that the schema accepted.
func unreadable(schema *openapi3.Schema, path string, value any, fields map[string]reason.Reason) {
	if len(fields) == maxFields {
		return
	}
	switch v := value.(type) {
	case string:
		if strings.ContainsFunc(v, untyped) {
			fields[orBody(path)] = reason.FieldCharacters
		}
	case map[string]any:
		for key, inner := range v {
			below, known := child(schema, key)
			if !known && strings.ContainsFunc(key, untyped) {
				fields[orBody(path)] = reason.FieldCharacters
			}
			unreadable(below, pathTo(path, key, known), inner, fields)
		}
	case []any:
		for i, inner := range v {
			index := strconv.Itoa(i)
			below, known := child(schema, index)
			unreadable(below, pathTo(path, index, known), inner, fields)
		}
	}
}

// untyped reports whether a rune is a control character (PostgreSQL refuses NUL), a character that affects the display, or the
// replacement character, which is what remains of half a surrogate pair.
func untyped(r rune) bool {
	return r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0x7f || r == utf8.RuneError || obeyed(r)
}

// child returns the schema of a property or of a list item; known is false if the schema does not define it.
func child(schema *openapi3.Schema, key string) (below *openapi3.Schema, known bool) {
	if schema == nil {
		return nil, false
	}
	if property := schema.Properties[key]; property != nil {
		return property.Value, true
	}
	if schema.Items != nil {
		return schema.Items.Value, true
	}
	for _, part := range schema.AllOf {
		if below, known = child(part.Value, key); known {
			return below, true
		}
	}
	return nil, false
}

// path returns the path of the field that an error is about.
func (o Operation) path(pointer []string) string {
	schema, path := o.body, ""
	for _, key := range pointer {
		below, known := child(schema, key)
		schema, path = below, pathTo(path, key, known)
	}
	return orBody(path)
}

// pathTo appends a key that the schema knows; an unknown key is not added.
func pathTo(path, key string, known bool) string {
	switch {
	case !known:
		return path
	case path == "":
		return key
	}
	return path + "." + key
}

// orBody returns "body" if no field is named.
func orBody(path string) string {
	if path == "" {
		return "body"
	}
	return path
}

// collect converts the schema's errors to the reasons of fields. The first error of a field is kept.
func (o Operation) collect(err error, fields map[string]reason.Reason) {
	if err == nil || len(fields) == maxFields {
		return
	}
	var many openapi3.MultiError
	if errors.As(err, &many) {
		for _, one := range many {
			o.collect(one, fields)
		}
		return
	}
	var wrong *openapi3.SchemaError
	if !errors.As(err, &wrong) {
		fields["body"] = reason.FieldFormat
		return
	}
	path := o.path(wrong.JSONPointer())
	if _, known := fields[path]; !known {
		fields[path] = fieldReason(wrong)
	}
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
