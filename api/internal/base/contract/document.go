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

// Access is who may make a call.
type Access int

const (
	// AccessOpen calls look at no session: a stale token keeps nobody from logging in.
	AccessOpen Access = iota
	// AccessEither calls serve visitors and members; a token that is presented has to be good.
	AccessEither
	// AccessClosed calls need a session.
	AccessClosed
)

// Operation is what the document says of one call.
type Operation struct {
	ID     string
	Method string
	// Path has its parameters in braces: /app/file/{id}.
	Path   string
	Access Access
	// Idempotent calls need an Idempotency-Key.
	Idempotent bool
	// JSON calls carry a JSON body.
	JSON bool
	// Reasons are those for which the call may be refused, beside the document's common ones (x-reasons).
	Reasons []string

	common     []string
	parameters []*openapi3.Parameter
	body       *openapi3.Schema
	responses  *openapi3.Responses
}

// Name is the path without the leading /app/: "loan/apply".
func (o Operation) Name() string { return strings.TrimPrefix(o.Path, "/app/") }

// Headers are the names of the header parameters that CheckParameters holds.
func (o Operation) Headers() []string {
	var names []string
	for _, parameter := range o.parameters {
		if parameter.In == openapi3.ParameterInHeader {
			names = append(names, parameter.Name)
		}
	}
	return names
}

// Document is shared-types/openapi.yaml, read.
type Document struct {
	// Common are the reasons for which any call may be refused.
	Common []string

	operations map[string]Operation
}

// Load reads the document that is part of the binary.
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

// formats gives the formats that the document uses their meaning; kin-openapi would let any text pass as a uuid.
func formats() {
	openapi3.DefineStringFormatValidator("uuid", openapi3.NewRegexpFormatValidator(openapi3.FormatOfStringForUUIDOfRFC9562))
	// Its own form would let the 31st of February pass.
	openapi3.DefineStringFormatValidator("date", openapi3.NewCallbackValidator(func(text string) error {
		_, err := money.ParseDate(text)
		return err
	}))
}

func read(method, path string, op *openapi3.Operation) Operation {
	o := Operation{ID: op.OperationID, Method: method, Path: path, Access: access(op), Reasons: reasons(op.Extensions), responses: op.Responses}
	for _, parameter := range op.Parameters {
		if parameter.Value.Name == "Idempotency-Key" {
			// Its form is checked by who takes it, for a reason of its own.
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

// Operation finds one by its operationId.
func (d *Document) Operation(id string) (Operation, bool) {
	o, ok := d.operations[id]
	return o, ok
}

// Operations lists all in the order of their ids.
func (d *Document) Operations() []Operation {
	all := make([]Operation, 0, len(d.operations))
	for _, o := range d.operations {
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b Operation) int { return strings.Compare(a.ID, b.ID) })
	return all
}
