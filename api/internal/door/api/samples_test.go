package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/shared-types"
)

var schemas = sync.OnceValues(func() (map[string]*openapi3.Schema, error) {
	doc, err := openapi3.NewLoader().LoadFromData(sharedtypes.OpenAPI)
	if err != nil {
		return nil, err
	}
	all := map[string]*openapi3.Schema{}
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			if op.RequestBody == nil {
				continue
			}
			if media := op.RequestBody.Value.Content.Get("application/json"); media != nil {
				all[op.OperationID] = media.Schema.Value
			}
		}
	}
	return all, nil
})

func schemaOf(t *testing.T, op contract.Operation) *openapi3.Schema {
	t.Helper()
	all, err := schemas()
	require.NoError(t, err)
	require.Contains(t, all, op.ID)
	return all[op.ID]
}

// valid returns a valid body.
func valid(t *testing.T, op contract.Operation) []byte {
	t.Helper()
	return encode(t, example(schemaOf(t, op)))
}

// example returns a value that satisfies a schema.
func example(s *openapi3.Schema) any {
	switch {
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Type.Is("object"):
		object := map[string]any{}
		for name, property := range s.Properties {
			object[name] = example(property.Value)
		}
		return object
	case s.Type.Is("array"):
		list := make([]any, max(1, s.MinItems))
		for i := range list {
			list[i] = example(s.Items.Value)
		}
		return list
	case s.Type.Is("integer"), s.Type.Is("number"):
		if s.Min != nil {
			return *s.Min
		}
		return 1
	case s.Type.Is("boolean"):
		return true
	default:
		return exampleText(s)
	}
}

func exampleText(s *openapi3.Schema) string {
	switch s.Format {
	case "uuid":
		return uuid.NewString()
	case "date":
		return "1999-12-31"
	case "date-time":
		return "1999-12-31T23:59:59Z"
	}
	text := "0912345678"
	if s.MaxLength != nil && uint64(len(text)) > *s.MaxLength {
		text = text[:*s.MaxLength]
	}
	if short := int(s.MinLength) - len(text); short > 0 {
		text += strings.Repeat("7", short)
	}
	return text
}

// mutations returns bodies with one error each, at any depth.
func mutations(t *testing.T, op contract.Operation) map[string][]byte {
	t.Helper()
	schema := schemaOf(t, op)
	bodies := map[string][]byte{}
	spoil(schema, func() any { return example(schema) }, "", func(what string, body any) { bodies[what] = encode(t, body) })
	return bodies
}

// spoil reports every way to make a value of a schema, or a value inside it, invalid. whole returns a valid value.
func spoil(s *openapi3.Schema, whole func() any, path string, report func(what string, spoilt any)) {
	switch {
	case s.Type.Is("object"):
		spoilObject(s, whole, path, report)
	case s.Type.Is("array"):
		item := s.Items.Value
		spoil(item, func() any { return example(item) }, path+"[]", func(what string, spoilt any) {
			list := whole().([]any)
			list[len(list)-1] = spoilt
			report(what, list)
		})
		if s.MaxItems != nil {
			list := make([]any, *s.MaxItems+1)
			for i := range list {
				list[i] = example(item)
			}
			report(path+" too many", list)
		}
		if s.MinItems > 0 {
			report(path+" too few", whole().([]any)[1:])
		}
	}
	for _, wrong := range wrongValues(s) {
		report(path+" "+wrong.what, wrong.value)
	}
}

func spoilObject(s *openapi3.Schema, whole func() any, path string, report func(what string, spoilt any)) {
	with := func(name string, value any) any {
		object := whole().(map[string]any)
		object[name] = value
		return object
	}
	if s.AdditionalProperties.Schema == nil {
		report(path+" with an unknown field", with("isAdmin", true))
	}
	for _, name := range s.Required {
		object := whole().(map[string]any)
		delete(object, name)
		report(path+" without "+name, object)
	}
	for name, property := range s.Properties {
		p := property.Value
		spoil(p, func() any { return example(p) }, path+"."+name, func(what string, spoilt any) { report(what, with(name, spoilt)) })
	}
}

type wrongValue struct {
	what  string
	value any
}

// wrongValues returns values that violate a schema.
func wrongValues(s *openapi3.Schema) (all []wrongValue) {
	add := func(what string, value any) { all = append(all, wrongValue{what, value}) }
	for kind, value := range map[string]any{
		"object": map[string]any{"a": 1}, "array": []any{1}, "string": "text", "boolean": true, "number": 1.5,
	} {
		if !s.Type.Is(kind) {
			add("as "+kind, value)
		}
	}
	if !s.Nullable {
		add("null", nil)
	}
	if s.Type.Is("integer") {
		add("of twenty digits", json.Number("99999999999999999999"))
		add("of four hundred digits", json.Number("1e400"))
		add("below the range of int64", json.Number("-9223372036854775809"))
		if s.Max != nil {
			add("too big", *s.Max+1)
		}
		if s.Min != nil {
			add("too small", *s.Min-1)
		}
	}
	if s.Type.Is("string") {
		add("with NUL", "a\x00b")
		add("with an escape character", "a\x1bb")
		add("with an unpaired surrogate", json.RawMessage(`"\ud800"`))
		if s.MaxLength != nil {
			add("too long", strings.Repeat("9", int(*s.MaxLength)+1))
		}
		if len(s.Enum) > 0 || s.Format != "" {
			add("of another format", "nonsense")
		}
	}
	return all
}

// extremes returns valid bodies with values at the limits.
func extremes(t *testing.T, op contract.Operation) map[string][]byte {
	t.Helper()
	schema := schemaOf(t, op)
	bodies := map[string][]byte{}
	for name, property := range schema.Properties {
		values := map[string]any{}
		switch p := property.Value; {
		case len(p.Enum) > 0:
			for _, value := range p.Enum {
				values[fmt.Sprint("as ", value)] = value
			}
		case p.Type.Is("integer"):
			values["huge"], values["negative"], values["zero"] = int64(1)<<62, -1, 0
		case p.Type.Is("string"):
			values["with special characters"] = "'; DROP TABLE member; -- \u202e\U0001F600"
			values["a path"] = "../../etc/passwd"
		case p.AdditionalProperties.Schema != nil:
			for _, key := range []string{"", "a\x00b", "\ufffd", "__proto__", "a\"b", strings.Repeat("k", 5000)} {
				values[fmt.Sprintf("with the key %.10q", key)] = map[string]any{key: "x"}
				values[fmt.Sprintf("with the inner key %.10q", key)] = map[string]any{"list": []any{map[string]any{key: map[string]any{key: []any{nil, 1e300}}}}}
			}
		}
		for what, value := range values {
			object := maps.Clone(example(schema).(map[string]any))
			object[name] = value
			bodies[name+" "+what] = encode(t, object)
		}
	}
	return bodies
}
