package contract

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/shared-types"
)

// Access is who may call an operation.
type Access int

const (
	// AccessOpen operations ignore the session: a stale token must not prevent a login.
	AccessOpen Access = iota
	// AccessEither operations serve visitors and members; a token, if sent, must be valid.
	AccessEither
	// AccessClosed operations require a session.
	AccessClosed
)

// Operation is the document's description of one operation.
type Operation struct {
	ID     string
	Method string
	// Path contains its parameters in braces: /app/file/{id}.
	Path   string
	Access Access
	// Idempotent operations require an Idempotency-Key.
	Idempotent bool
	// JSON operations have a JSON body.
	JSON bool
	// Reasons are the reasons for which the operation may be refused, besides the document's common ones (x-reasons).
	Reasons []string

	common     []string
	parameters []*openapi3.Parameter
	body       *openapi3.Schema
	responses  *openapi3.Responses
}

// Name returns the path without the leading /app/: "loan/apply".
func (o Operation) Name() string { return strings.TrimPrefix(o.Path, "/app/") }

// Headers returns the names of the header parameters that CheckParameters validates.
func (o Operation) Headers() []string {
	var names []string
	for _, parameter := range o.parameters {
		if parameter.In == openapi3.ParameterInHeader {
			names = append(names, parameter.Name)
		}
	}
	return names
}

// Document is the parsed shared-types/openapi.yaml.
type Document struct {
	// Common are the reasons for which any operation may be refused.
	Common []string

	operations map[string]Operation
}

// Load parses the document that is embedded in the binary.
var Load = sync.OnceValues(func() (*Document, error) {
	formats()
	doc, err := openapi3.NewLoader().LoadFromData(sharedtypes.OpenAPI)
	if err != nil {
		return nil, fmt.Errorf("contract: %w", err)
	}
	d := &Document{operations: map[string]Operation{}, Common: reasons(doc.Components.Responses["Failure"].Value.Extensions)}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			o := read(method, path, op)
			o.common = d.Common
			d.operations[op.OperationID] = o
		}
	}
	return d, nil
})

// formats defines the formats that the document uses; by default kin-openapi accepts any text as a uuid.
func formats() {
	openapi3.DefineStringFormatValidator("uuid", openapi3.NewRegexpFormatValidator(openapi3.FormatOfStringForUUIDOfRFC9562))
	// The default format would accept 31 February.
	openapi3.DefineStringFormatValidator("date", openapi3.NewCallbackValidator(func(text string) error {
		_, err := money.ParseDate(text)
		return err
	}))
}

func read(method, path string, op *openapi3.Operation) Operation {
	o := Operation{ID: op.OperationID, Method: method, Path: path, Access: access(op), Reasons: reasons(op.Extensions), responses: op.Responses}
	for _, parameter := range op.Parameters {
		if parameter.Value.Name == "Idempotency-Key" {
			// The handler checks the header's format, and refuses with its own reason.
			o.Idempotent = true
			continue
		}
		o.parameters = append(o.parameters, parameter.Value)
	}
	if op.RequestBody != nil {
		if media := op.RequestBody.Value.Content.Get("application/json"); media != nil {
			o.JSON, o.body = true, media.Schema.Value
		}
	}
	return o
}

// reasons reads x-reasons.
func reasons(extensions map[string]any) (names []string) {
	listed, _ := extensions["x-reasons"].([]any)
	for _, name := range listed {
		names = append(names, fmt.Sprint(name))
	}
	return names
}

func access(op *openapi3.Operation) Access {
	if op.Security == nil || len(*op.Security) == 0 {
		return AccessOpen
	}
	for _, requirement := range *op.Security {
		if len(requirement) == 0 {
			return AccessEither
		}
	}
	return AccessClosed
}

// Operation returns the operation with an operationId.
func (d *Document) Operation(id string) (Operation, bool) {
	o, ok := d.operations[id]
	return o, ok
}

// Operations returns all operations, sorted by id.
func (d *Document) Operations() []Operation {
	all := make([]Operation, 0, len(d.operations))
	for _, o := range d.operations {
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b Operation) int { return strings.Compare(a.ID, b.ID) })
	return all
}
