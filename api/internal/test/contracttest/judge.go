package contracttest

import (
	"bytes"
	"context"
	"net/http"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// Allowed returns an error if kin-openapi's filter rejects the request by the contract. Authentication is not checked.
func (r Request) Allowed(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, r.Call.Method, "http://api"+r.Path, bytes.NewReader(r.Body))
	if err != nil {
		return err
	}
	request.Header = r.Header.Clone()
	route := r.Call.route
	return openapi3filter.ValidateRequest(ctx, &openapi3filter.RequestValidationInput{
		Request: request, PathParams: r.params,
		Route:   &routers.Route{Spec: route.doc, Path: route.path, PathItem: route.item, Method: route.method, Operation: route.op},
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	})
}
