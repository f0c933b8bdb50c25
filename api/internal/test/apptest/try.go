package apptest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/contract"
)

// errNoProcess is returned if no process of the stack is running.
var errNoProcess = errors.New("apptest: no process runs")

// TryRaw is Raw without assertions: an error means that no response was received.
func (c *Client) TryRaw(ctx context.Context, method, path string, header http.Header, body []byte) (Answer, error) {
	return c.do(ctx, method, path, header, body)
}

// Try is CallWith for a stack whose processes may be killed: an error means that no response was received, so the request may
// have been processed or not. It may be called from any goroutine.
func (c *Client) Try(ctx context.Context, key, operation string, body any) (Answer, error) {
	return c.TryAt(ctx, key, operation, nil, body)
}

// TryAt is Try for an operation with path parameters.
func (c *Client) TryAt(ctx context.Context, key, operation string, parameters map[string]string, body any) (Answer, error) {
	document, err := contract.Load()
	if err != nil {
		return Answer{}, err
	}
	op, found := document.Operation(operation)
	if !found {
		return Answer{}, fmt.Errorf("apptest: no operation %s", operation)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return Answer{}, err
	}
	header := http.Header{"Content-Type": {"application/json"}}
	if op.Idempotent {
		header.Set("Idempotency-Key", key)
	}
	path := op.Path
	for name, value := range parameters {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(value))
	}
	answer, err := c.do(ctx, op.Method, path, header, raw)
	if err != nil {
		return Answer{}, err
	}
	return answer, c.Stack.check(op, answer)
}
