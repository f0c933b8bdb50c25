package http_test

import (
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	sharedtypes "github.com/loanmarket/loanmarket/shared-types"
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

// valid is a body of the right form.
func valid(t *testing.T, op contract.Operation) []byte {
	t.Helper()
	return encode(t, example(schemaOf(t, op)))
}

// example is a value that a schema lets pass.
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

// mutations are bodies with one thing wrong each.
func mutations(t *testing.T, op contract.Operation) map[string][]byte {
	t.Helper()
	schema := schemaOf(t, op)
	bodies := map[string][]byte{}
	with := func(what, name string, value any) {
		object := example(schema).(map[string]any)
		object[name] = value
		bodies[what] = encode(t, object)
	}
	with("an unknown field", "isAdmin", true)
	for _, name := range schema.Required {
		object := example(schema).(map[string]any)
		delete(object, name)
		bodies["no "+name] = encode(t, object)
	}
	for name, property := range schema.Properties {
		p := property.Value
		for kind, value := range map[string]any{
			"object": map[string]any{"a": 1}, "array": []any{1}, "string": "text", "boolean": true, "number": 1.5,
		} {
			if !p.Type.Is(kind) && !(kind == "number" && p.Type.Is("number")) {
				with(name+" as "+kind, name, value)
			}
		}
		if !p.Nullable {
			with(name+" null", name, nil)
		}
		if p.Type.Is("string") {
			with(name+" with NUL", name, "a\x00b")
			with(name+" with an escape character", name, "a\x1bb")
			if p.MaxLength != nil {
				with(name+" too long", name, strings.Repeat("9", int(*p.MaxLength)+1))
			}
			if len(p.Enum) > 0 || p.Format != "" {
				with(name+" of another form", name, "nonsense")
			}
		}
	}
	return bodies
}

// extremes are bodies of the right form with values at its edges.
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
			values["odd"] = "'; DROP TABLE member; -- \u202e\U0001F600"
			values["a path"] = "../../etc/passwd"
		}
		for what, value := range values {
			object := maps.Clone(example(schema).(map[string]any))
			object[name] = value
			bodies[name+" "+what] = encode(t, object)
		}
	}
	return bodies
}
