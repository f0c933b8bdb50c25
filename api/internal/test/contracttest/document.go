// Package contracttest generates requests from the contract (valid ones, edge cases, invalid ones) and determines their
// validity with a separate library, not with the code that serves them.
package contracttest

import (
	"cmp"
	"slices"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"

	// This import defines the formats of the document.
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/shared-types"
)

// Call is an operation of the contract.
type Call struct {
	contract.Operation
	route *openapiRoute
}

// Calls returns all operations, sorted by id.
var Calls = sync.OnceValues(func() ([]Call, error) {
	known, err := contract.Load()
	if err != nil {
		return nil, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(sharedtypes.OpenAPI)
	if err != nil {
		return nil, err
	}
	openapi3filter.RegisterBodyDecoder("image/jpeg", openapi3filter.FileBodyDecoder)
	var all []Call
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			operation, _ := known.Operation(op.OperationID)
			all = append(all, Call{Operation: operation, route: &openapiRoute{doc: doc, path: path, item: item, method: method, op: op}})
		}
	}
	slices.SortFunc(all, func(a, b Call) int { return cmp.Compare(a.ID, b.ID) })
	return all, nil
})

type openapiRoute struct {
	doc    *openapi3.T
	path   string
	item   *openapi3.PathItem
	method string
	op     *openapi3.Operation
}

// body returns the schema of a media type of the request, nil if there is none.
func (r *openapiRoute) body(mediaType string) *openapi3.Schema {
	if r.op.RequestBody == nil {
		return nil
	}
	media := r.op.RequestBody.Value.Content[mediaType]
	if media == nil {
		return nil
	}
	return media.Schema.Value
}
