// Package contracttest generates requests from the contract (valid, borderline, invalid) and decides with an independent library,
// not with the code under test, which are valid.
package contracttest

import (
	"cmp"
	"slices"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"

	// It gives the formats of the document their meaning.
	"github.com/loanmarket/loanmarket/api/internal/base/contract"
	"github.com/loanmarket/loanmarket/shared-types"
)

// Call is one operation of the contract.
type Call struct {
	contract.Operation
	route *openapiRoute
}

// Calls are all operations in the order of their ids.
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

// body is the schema of a media type of the request, nil where there is none.
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
