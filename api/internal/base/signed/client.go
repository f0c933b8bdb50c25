// Package signed sends requests to partners: JSON POSTs, signed with a shared key.
package signed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/postgres"
	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

const (
	callTimeout = 10 * time.Second
	maxAnswer   = 1 << 16
)

// Client is an HTTP client for a partner.
type Client struct {
	key  []byte
	http *http.Client
}

// New returns a client whose calls time out after ten seconds.
func New(key []byte) *Client {
	return &Client{key: key, http: Direct(callTimeout)}
}

// Direct returns an HTTP client that follows no redirect (it would send codes and account numbers to the redirect's target),
// refuses requests while a transaction is open, and says which requests were not sent (ErrUnsent).
func Direct(timeout time.Duration) *http.Client {
	return &http.Client{Timeout: timeout, Transport: Reached(postgres.Transport(nil)), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// Sign adds signature and timestamp to a request with the given body. The timestamp is wall time.
func Sign(request *http.Request, key, body []byte) {
	timestamp, signature := secret.Sign(key, time.Now(), body)
	request.Header.Set(secret.HeaderTimestamp, timestamp)
	request.Header.Set(secret.HeaderSignature, signature)
}

// Send posts JSON that is already encoded, and returns the status and at most 64 KiB of the body. After an error other than
// ErrUnsent it is unknown whether the partner received the request.
func (c *Client) Send(ctx context.Context, url string, body []byte) (status int, answer []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	Sign(request, c.key, body)
	response, err := c.http.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return response.StatusCode, answer, err
}

// Call posts a value and decodes a response with status 200 into answer. Any other status is returned without an error and
// leaves answer unchanged. A status that would decide something is an error if the body is not the partner's: a page (IsPage), and
// for a refusal (Refuses) anything but a JSON object (IsObject).
func (c *Client) Call(ctx context.Context, url string, body, answer any) (status int, err error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return 0, err
	}
	status, said, err := c.Send(ctx, url, raw)
	switch {
	case err != nil:
		return status, err
	case status < http.StatusMultipleChoices && IsPage(said):
		return status, fmt.Errorf("answer: a page with status %d", status)
	case Refuses(status) && !IsObject(said):
		return status, fmt.Errorf("answer: status %d without JSON of the partner", status)
	case status != http.StatusOK:
		return status, nil
	}
	if err := json.Unmarshal(said, answer); err != nil {
		return status, unreadable(err)
	}
	return status, nil
}

// unreadable returns an error that says where a response has the wrong format, but quotes nothing of it: it may contain a
// borrower's data, and errors are logged and stored.
func unreadable(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("answer: %q is not of type %s", wrong.Field, wrong.Type)
	}
	return errors.New("answer: it is not JSON of the agreed form")
}

// plain matches the words of a protocol.
var plain = regexp.MustCompile(`^[a-z_]{1,24}$`)

// Quote quotes a partner's word for an error message; if it does not look like a protocol's word, it becomes #.
func Quote[T ~string](said T) string {
	if plain.MatchString(string(said)) {
		return strconv.Quote(string(said))
	}
	return `"#"`
}
