package lender

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/loanmarket/loanmarket/api/internal/base/secret"
)

const (
	callTimeout = 10 * time.Second
	maxAnswer   = 1 << 16
)

// HTTP is an institution: the application goes out as a signed POST of JSON, the decision comes back at once or, after an
// answer of "pending", through the signed callback /hooks/lender/{lender}.
type HTTP struct {
	endpoint string
	key      []byte
	client   *http.Client
	now      func() time.Time
}

var _ Gateway = (*HTTP)(nil)

// NewHTTP makes the gateway of an endpoint, with the key that both sides sign with.
func NewHTTP(endpoint string, key []byte) *HTTP {
	return &HTTP{endpoint: endpoint, key: key, client: &http.Client{Timeout: callTimeout}, now: time.Now}
}

// Answer is a decision as institutions write it.
type Answer struct {
	Decision    Outcome `json:"decision"`
	Amount      int64   `json:"amount,omitempty"`
	CreditLimit *int64  `json:"creditLimit,omitempty"`
	Score       *int    `json:"score,omitempty"`
	Reason      string  `json:"reason,omitempty"`
	FreezeDays  *int    `json:"freezeDays,omitempty"`
}

// Decide asks the institution. The order's number makes a repeat the same application there.
func (h *HTTP) Decide(ctx context.Context, a Application) (Decision, error) {
	raw, err := json.Marshal(a)
	if err != nil {
		return Decision{}, fmt.Errorf("lender: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, h.endpoint, bytes.NewReader(raw))
	if err != nil {
		return Decision{}, fmt.Errorf("lender: %w", err)
	}
	timestamp, signature := secret.Sign(h.key, h.now(), raw)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(secret.HeaderTimestamp, timestamp)
	request.Header.Set(secret.HeaderSignature, signature)
	response, err := h.client.Do(request)
	if err != nil {
		return Decision{}, fmt.Errorf("lender: %w", err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode == http.StatusAccepted {
		return Decision{Outcome: Pending}, nil
	}
	if response.StatusCode != http.StatusOK {
		return Decision{}, fmt.Errorf("lender: answered %d", response.StatusCode)
	}
	var answer Answer
	if err := json.NewDecoder(io.LimitReader(response.Body, maxAnswer)).Decode(&answer); err != nil {
		return Decision{}, fmt.Errorf("lender: %w", err)
	}
	return answer.Read()
}

// Read turns an answer into a decision; an outcome that we do not know is an error.
func (a Answer) Read() (Decision, error) {
	switch a.Decision {
	case Approved, Rejected, Withdrawn, Pending:
		return Decision{
			Outcome: a.Decision, Amount: a.Amount, CreditLimit: a.CreditLimit, Score: a.Score, Reason: a.Reason, FreezeDays: a.FreezeDays,
		}, nil
	default:
		return Decision{}, fmt.Errorf("lender: unknown decision %q", a.Decision)
	}
}
