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

// errNoProcess says that no process of the stack runs at the moment.
var errNoProcess = errors.New("apptest: no process runs")

// TryRaw is Raw for a request that somebody else judges: an error says that no answer came.
func (c *Client) TryRaw(ctx context.Context, method, path string, header http.Header, body []byte) (Answer, error) {
	return c.do(ctx, method, path, header, body)
}

// Try is CallWith for a stack whose processes may be killed: an error says that no answer came, which leaves open whether
// the call was carried out. It may be called from any goroutine.
func (c *Client) Try(ctx context.Context, key, operation string, body any) (Answer, error) {
	return c.TryAt(ctx, key, operation, nil, body)
}

// TryAt is Try of an operation whose path has parameters.
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
	return answer, op.CheckAnswer(answer.Status, answer.Header.Get("Content-Type"), answer.Body)
}
