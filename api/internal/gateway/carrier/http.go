package carrier

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

// HTTP is a service that connects to the operators of a country. Every call is a signed JSON POST to the endpoint + "/start",
// "/code", "/resend" or "/lookup" with our merchant number. The response is an HTTPAnswer. Status 503 means that the request was
// not accepted; any other status except 200 leaves this open. Later results arrive at /hooks/carrier/{merchant}, signed in the
// same way.
type HTTP struct {
	endpoint string
	merchant string
	client   *signed.Client
}

var _ Gateway = (*HTTP)(nil)

// NewHTTP returns the gateway of an endpoint without a trailing slash. Both sides sign with key.
func NewHTTP(endpoint, merchant string, key []byte) *HTTP {
	return &HTTP{endpoint: endpoint, merchant: merchant, client: signed.New(key)}
}

type startBody struct {
	Merchant  string `json:"merchant"`
	Reference string `json:"reference"`
	Carrier   string `json:"carrier"`
	Region    string `json:"region"`
	Kind      Kind   `json:"kind"`
	Number    string `json:"number"`
	Password  string `json:"password,omitempty"`
}

type referenceBody struct {
	Merchant  string `json:"merchant"`
	Reference string `json:"reference"`
	Code      string `json:"code,omitempty"`
}

// HTTPAnswer is the service's response, and the body of its callbacks.
type HTTPAnswer struct {
	State        State  `json:"state"`
	Reason       string `json:"reason"`
	CodeLength   int    `json:"codeLength"`
	TenureMonths *int   `json:"tenureMonths"`
}

// errAnswer says that an answer contains implausible values.
var errAnswer = errors.New("carrier: invalid response")

const (
	minCode, maxCode = 4, 6
	// maxTenureMonths is 50 years.
	maxTenureMonths = 600
)

// Read converts it to an Answer. An unknown state becomes Unknown.
func (a HTTPAnswer) Read() (Answer, error) {
	if a.CodeLength != 0 && (a.CodeLength < minCode || a.CodeLength > maxCode) ||
		a.TenureMonths != nil && (*a.TenureMonths < 0 || *a.TenureMonths > maxTenureMonths) {
		return Answer{State: Unknown}, errAnswer
	}
	read := Answer{State: a.State, CodeLength: a.CodeLength, TenureMonths: a.TenureMonths}
	switch a.State {
	case Code:
		if a.Reason != "" {
			read.Reason = Known(a.Reason)
		}
	case Failed:
		read.Reason = Known(a.Reason)
	case Waiting, Verified, NotFound:
	default:
		return Answer{State: Unknown}, nil
	}
	return read, nil
}

// Start sends a request.
func (h *HTTP) Start(ctx context.Context, r Request) (Answer, error) {
	return h.post(ctx, "/start", startBody{
		Merchant: h.merchant, Reference: r.Reference, Carrier: r.Carrier, Region: r.Region, Kind: r.Kind, Number: r.Number, Password: r.Password,
	})
}

// SubmitCode submits a code.
func (h *HTTP) SubmitCode(ctx context.Context, reference, code string) (Answer, error) {
	return h.post(ctx, "/code", referenceBody{Merchant: h.merchant, Reference: reference, Code: code})
}

// SendCode requests another code.
func (h *HTTP) SendCode(ctx context.Context, reference string) (Answer, error) {
	return h.post(ctx, "/resend", referenceBody{Merchant: h.merchant, Reference: reference})
}

// Lookup asks for the state of a request.
func (h *HTTP) Lookup(ctx context.Context, reference string) (Answer, error) {
	return h.post(ctx, "/lookup", referenceBody{Merchant: h.merchant, Reference: reference})
}

func (h *HTTP) post(ctx context.Context, path string, body any) (Answer, error) {
	var said HTTPAnswer
	status, err := h.client.Call(ctx, h.endpoint+path, body, &said)
	switch {
	case errors.Is(err, signed.ErrUnsent):
		return Answer{State: Unknown}, fmt.Errorf("%w: %s: %w", ErrDown, path, err)
	case err != nil:
		return Answer{State: Unknown}, fmt.Errorf("carrier: %s: %w", path, err)
	case status == http.StatusServiceUnavailable:
		return Answer{State: Unknown}, fmt.Errorf("%w: %s", ErrDown, path)
	case status != http.StatusOK:
		return Answer{State: Unknown}, fmt.Errorf("carrier: %s answered %d", path, status)
	}
	return said.Read()
}
