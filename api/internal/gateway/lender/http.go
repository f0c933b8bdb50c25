package lender

import (
	"context"
	"fmt"
	"net/http"

	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

// HTTP connects to an institution. It sends the application as a signed JSON POST. The decision is in the response, or if that is
// "pending", comes later through the signed callback /hooks/lender/{lender}.
type HTTP struct {
	endpoint string
	client   *signed.Client
}

var _ Gateway = (*HTTP)(nil)

// NewHTTP returns the gateway of an endpoint. Both sides sign with key.
func NewHTTP(endpoint string, key []byte) *HTTP {
	return &HTTP{endpoint: endpoint, client: signed.New(key)}
}

// Answer is a decision in the format of the API.
type Answer struct {
	Decision Outcome `json:"decision"`
	// Amount is the approved principal. Nil means the amount applied for.
	Amount      *int64 `json:"amount,omitempty"`
	CreditLimit *int64 `json:"creditLimit,omitempty"`
	Score       *int   `json:"score,omitempty"`
	Reason      string `json:"reason,omitempty"`
	FreezeDays  *int   `json:"freezeDays,omitempty"`
}

// Decide asks the institution. The order number identifies repeated requests for the same application.
func (h *HTTP) Decide(ctx context.Context, a Application) (Decision, error) {
	var answer Answer
	status, err := h.client.Call(ctx, h.endpoint, a, &answer)
	switch {
	case err != nil:
		return Decision{}, fmt.Errorf("lender: %w", err)
	case status == http.StatusAccepted:
		return Decision{Outcome: Pending}, nil
	case status != http.StatusOK:
		return Decision{}, fmt.Errorf("lender: responded with status %d", status)
	}
	answer.Reason = signed.Text(answer.Reason)
	return answer.Read()
}

// Read converts an answer to a decision. It returns an error for an unknown outcome or a figure out of bounds, such as an approval of
// zero: read as no amount, it would approve all that was applied for. It leaves the reason as it is: that of a callback has been
// checked against our contract, and copies of a callback are recognised by what it said.
func (a Answer) Read() (Decision, error) {
	var amount int64
	if a.Amount != nil {
		amount = *a.Amount
	}
	nothing := a.Decision == Approved && a.Amount != nil && amount == 0
	if amount < 0 || nothing || a.CreditLimit != nil && *a.CreditLimit < 0 || a.FreezeDays != nil && !FreezeInBounds(*a.FreezeDays) {
		return Decision{}, fmt.Errorf("lender: values out of bounds in the decision %s", signed.Quote(a.Decision))
	}
	switch a.Decision {
	case Approved, Rejected, Withdrawn, Pending:
		return Decision{
			Outcome: a.Decision, Amount: amount, CreditLimit: a.CreditLimit, Score: a.Score, Reason: a.Reason, FreezeDays: a.FreezeDays,
		}, nil
	default:
		return Decision{}, fmt.Errorf("lender: unknown decision %s", signed.Quote(a.Decision))
	}
}
