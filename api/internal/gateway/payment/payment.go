// Package payment is the way to the bank: money out, and what became of it. Money in arrives through signed callbacks.
package payment

import (
	"context"
	"errors"

	"github.com/loanmarket/loanmarket/api/internal/base/money"
)

// State is what is known of a transfer.
type State string

// The states of a transfer. Only Succeeded and Failed are final.
const (
	Succeeded State = "succeeded"
	Failed    State = "failed"
	// Unknown: the bank did not answer, or does not know yet. The transfer may have happened: Lookup before any retry.
	Unknown State = "unknown"
	// NotFound is a Lookup's answer: the bank never heard of the reference, so paying out again is safe.
	NotFound State = "notfound"
)

// Direction is why money goes out.
type Direction string

// The directions.
const (
	DirectionPayout Direction = "payout"
	DirectionRefund Direction = "refund"
)

// Account is where money goes.
type Account struct {
	BankCode string `json:"bankCode"`
	Number   string `json:"accountNumber"`
	// Holder is the name that the account is expected to have.
	Holder string `json:"holderName"`
}

// Transfer is an order to pay.
type Transfer struct {
	// Reference is the caller's name for it; the same reference is the same transfer, however often it is sent.
	Reference string
	Direction Direction
	// To is where a payout goes. A refund has none: it goes back to whoever sent Original.
	To Account
	// Original is the gateway's reference of the payment that a refund returns.
	Original string
	Amount   money.Money
	Memo     string
	// On is the business date of the order to pay. The embedded bank, which lives on business time, has no other
	// calendar.
	On money.Date
}

// Result is what the bank says.
type Result struct {
	State State
	// Serial is the bank's own number of a transfer that succeeded.
	Serial string
	// FailureReason is one of the failure codes below, or the bank's own words.
	FailureReason string
	// ValueDate is the business date on which the bank carried it out; no date where it does not say.
	ValueDate money.Date
}

// The failure reasons that borrowers get an explanation of.
const (
	AccountClosed  = "account_closed"
	AccountUnknown = "account_unknown"
	// AccountUnconfirmed: the gateway will not say whose account it is, as of a bank that is gone.
	AccountUnconfirmed = "account_unconfirmed"
	NameMismatch       = "name_mismatch"
	Refused            = "refused"
)

// ErrRefused: the gateway will not take this transfer, or answer this inquiry, however often it is sent: the request
// itself is wrong. No money moved. Asking again changes nothing: a transfer needs a person, an inquiry another account.
var ErrRefused = errors.New("payment: the gateway refuses the request")

// Gateway is a bank or a payment service. An error of Payout or Lookup means the same as Unknown,
// but for ErrRefused of Payout.
type Gateway interface {
	// NameInquiry asks whose account it is. An account that does not exist gives ErrNoAccount, one that the gateway will
	// never tell of ErrRefused; every other error may pass.
	NameInquiry(ctx context.Context, a Account) (holder string, err error)
	// Payout sends money. Repeating a reference never pays twice.
	Payout(ctx context.Context, t Transfer) (Result, error)
	// Lookup asks what became of a reference.
	Lookup(ctx context.Context, reference string) (Result, error)
}
