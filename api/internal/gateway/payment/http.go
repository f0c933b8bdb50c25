package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
	"github.com/loanmarket/loanmarket/api/internal/base/signed"
)

// HTTP is a remote payment service. Every call is a signed JSON POST to the endpoint + "/inquiry", "/payout" or "/lookup". The
// responses are an inquiryAnswer or a transferAnswer, or a status that refuses with any JSON object.
type HTTP struct {
	endpoint string
	client   *signed.Client
}

var _ Gateway = (*HTTP)(nil)

// NewHTTP returns the gateway of an endpoint without a trailing slash. Both sides sign with key.
func NewHTTP(endpoint string, key []byte) *HTTP {
	return &HTTP{endpoint: endpoint, client: signed.New(key)}
}

// inquiryAnswer is complete if it says whether the account exists and, if it does, who holds it.
type inquiryAnswer struct {
	Found      *bool  `json:"found"`
	HolderName string `json:"holderName"`
}

type transferBody struct {
	Reference string         `json:"reference"`
	Direction Direction      `json:"direction"`
	To        Account        `json:"to"`
	Original  string         `json:"original,omitempty"`
	Amount    int64          `json:"amount"`
	Currency  money.Currency `json:"currency"`
	Memo      string         `json:"memo"`
}

type transferAnswer struct {
	State         State      `json:"state"`
	Serial        string     `json:"serial"`
	FailureReason string     `json:"failureReason"`
	ValueDate     money.Date `json:"valueDate"`
}

// errInquiry says that a response to an inquiry does not answer it. It says nothing about the account.
var errInquiry = errors.New("payment: /inquiry: the response is incomplete")

// NameInquiry asks the service for the holder of an account.
func (h *HTTP) NameInquiry(ctx context.Context, a Account) (string, error) {
	var answer inquiryAnswer
	if err := h.post(ctx, "/inquiry", a, &answer); err != nil {
		return "", err
	}
	switch {
	case answer.Found != nil && !*answer.Found:
		return "", ErrNoAccount
	case answer.Found == nil, strings.TrimSpace(answer.HolderName) == "":
		return "", errInquiry
	}
	return answer.HolderName, nil
}

// Payout sends a transfer.
func (h *HTTP) Payout(ctx context.Context, t Transfer) (Result, error) {
	return h.transfer(ctx, "/payout", transferBody{
		Reference: t.Reference, Direction: t.Direction, To: t.To, Original: t.Original, Amount: t.Amount.Minor, Currency: t.Amount.Currency, Memo: t.Memo,
	})
}

// Lookup asks for the state of the transfer with a reference.
func (h *HTTP) Lookup(ctx context.Context, reference string) (Result, error) {
	return h.transfer(ctx, "/lookup", struct {
		Reference string `json:"reference"`
	}{reference})
}

func (h *HTTP) transfer(ctx context.Context, path string, body any) (Result, error) {
	var answer transferAnswer
	if err := h.post(ctx, path, body, &answer); err != nil {
		return Result{State: Unknown}, err
	}
	switch answer.State {
	case Succeeded, Failed, NotFound:
		answer.Serial, answer.FailureReason = signed.Text(answer.Serial), signed.Text(answer.FailureReason)
		return Result(answer), nil
	default:
		// An unknown state does not tell whether the money was sent.
		return Result{State: Unknown}, nil
	}
}

func (h *HTTP) post(ctx context.Context, path string, body, answer any) error {
	status, err := h.client.Call(ctx, h.endpoint+path, body, answer)
	if err != nil {
		return fmt.Errorf("payment: %s: %w", path, err)
	}
	if signed.Refuses(status) {
		return fmt.Errorf("%w: %s answered %d", ErrRefused, path, status)
	}
	if status != http.StatusOK {
		return fmt.Errorf("payment: %s answered %d", path, status)
	}
	return nil
}
